// A pointer goes from the start of an array to its end.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) { //~ SAFE
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n >= 1 << 28)
        return 0;
    int *a = malloc(n * sizeof *a), *end = a + n;
    for (int *p = a; p < end; p++)
        *p = __VERIFIER_nondet_int();
    int sum = 0;
    for (int *p = a; p != end; p++) {
        while (*p > 0)
            --*p;
        sum += *p != 0;
    }
    free(a);
    return sum == 0;
}
