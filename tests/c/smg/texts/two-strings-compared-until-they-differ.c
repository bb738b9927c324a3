// Equal strings are followed beyond their ends.
//@ engines: auto
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
char __VERIFIER_nondet_char(void);
static char *some_string(int length) {
    char *s = malloc(length);
    for (int i = 0; i < length - 1; i++)
        s[i] = __VERIFIER_nondet_char();
    s[length - 1] = 0;
    return s;
}
int main(void) {
    int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
    if (n < 1 || m < 1)
        return 0;
    char *a = some_string(n), *b = some_string(m);
    char *p = a, *q = b;
    while (*p == *q) { //~ ERROR out-of-bounds
        p++;
        q++;
    }
    free(a);
    free(b);
    return 0;
}
