// A pointer goes from the start of an array to its end, and uses it.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n >= 1 << 28)
        return 0;
    int *a = malloc(n * sizeof *a), *end = a + n;
    for (int *p = a; p <= end; p++)
        *p = __VERIFIER_nondet_int(); //~ ERROR out-of-bounds
    free(a);
    return 0;
}
