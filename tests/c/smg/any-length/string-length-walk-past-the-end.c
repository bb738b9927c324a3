// The walk looks at the byte behind the one that it has tested.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1)
        n = 1;
    char *s = malloc(n);
    for (int i = 0; i < n - 1; i++)
        s[i] = __VERIFIER_nondet_char();
    s[n - 1] = '\0';
    char *p = s;
    do {
        p++;
    } while (*p != '\0'); //~ ERROR out-of-bounds
    free(s);
    return 0;
}
