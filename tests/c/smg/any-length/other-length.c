// Two lengths are compared at the wrong place: after the blocks were made, one of them is another number.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n >= 1 << 28)
        return 0;
    int *a = malloc(n * sizeof *a);
    n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        a[i] = 1; //~ ERROR out-of-bounds
    free(a);
    return 0;
}
