// Two strings are compared; a byte that was found equal to one of the other string is read again, and is still the same.
//@ engines: smg
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
char __VERIFIER_nondet_char(void);
static int compare(const char *a, const char *b) {
    while (*a == *b++)
        if (*a++ == 0)
            return 0;
    return *(const unsigned char *)a - *(const unsigned char *)--b;
}
static char *string(int n) {
    char *s = malloc(n);
    for (int i = 0; i < n - 1; i++)
        s[i] = __VERIFIER_nondet_char();
    s[n - 1] = 0;
    return s;
}
int main(void) { //~ SAFE
    int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
    if (n < 1 || m < 1)
        return 0;
    char *a = string(n), *b = string(m);
    int result = compare(a, b);
    free(a);
    free(b);
    return result;
}
