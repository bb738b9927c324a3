// The zero at the end of the string is written first, and the rest of it stays below.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

int main(void) { //~ SAFE
    int n = __VERIFIER_nondet_int();
    if (n < 1)
        n = 1;
    char *s = malloc(n);
    s[n - 1] = '\0';
    for (int i = 0; i < n - 1; i++)
        s[i] = __VERIFIER_nondet_char();
    int length = 0;
    while (s[length] != '\0')
        length++;
    free(s);
    return length;
}
