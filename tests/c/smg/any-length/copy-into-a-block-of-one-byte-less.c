// A string is copied with two pointers that go side by side, into a block of one byte less.
//@ engines: smg
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
char __VERIFIER_nondet_char(void);
int main(void) { //~ NOT-PROVED
    int n = __VERIFIER_nondet_int();
    if (n < 1)
        return 0;
    char *s = malloc(n + 1), *t = malloc(n);
    for (int i = 0; i < n; i++)
        s[i] = __VERIFIER_nondet_char();
    s[n] = 0;
    char *d = t, *p = s;
    while (*p) {
        *d = *p;
        d++;
        p++;
    }
    *d = 0;
    free(s);
    free(t);
    return 0;
}
