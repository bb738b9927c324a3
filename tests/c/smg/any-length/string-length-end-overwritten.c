// The zero at the end of the string is written before the rest of it, and with it again.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

static int length_of(const char *s) {
    const char *p = s;
    while (*p != '\0') //~ ERROR out-of-bounds
        p++;
    return (int)(p - s);
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1)
        n = 1;
    char *s = malloc(n);
    s[n - 1] = '\0';
    for (int i = 0; i < n; i++)
        s[i] = __VERIFIER_nondet_char();
    int length = length_of(s);
    free(s);
    return length == 0;
}
