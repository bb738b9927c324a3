// A string is copied with two pointers that go side by side; both blocks have the same number of bytes.
//@ engines: smg
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
char __VERIFIER_nondet_char(void);
int main(void) { //~ SAFE
    int n = __VERIFIER_nondet_int();
    if (n < 1)
        return 0;
    char *s = malloc(n), *t = malloc(n);
    for (int i = 0; i < n - 1; i++)
        s[i] = __VERIFIER_nondet_char();
    s[n - 1] = 0;
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
