// The last byte of a string of any length is zero: a walk to the first zero ends there.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

static int length_of(const char *s) {
    const char *p = s;
    while (*p != '\0')
        p++;
    return (int)(p - s);
}

int main(void) { //~ SAFE
    int n = __VERIFIER_nondet_int();
    if (n < 1)
        n = 1;
    char *s = malloc(n);
    for (int i = 0; i < n - 1; i++)
        s[i] = __VERIFIER_nondet_char();
    s[n - 1] = '\0';
    int length = length_of(s);
    free(s);
    return length == 0;
}
