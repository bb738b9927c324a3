// The size in bytes is computed without the bits that do not fit; beyond PTRDIFF_MAX there is no block.
//@ engines: smg
//@ data-model: ilp32
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 1)
        return 0;
    int *a = malloc(n * sizeof *a);
    for (unsigned i = 0; i < n; i++) {
        a[i] = 1; //~ ERROR out-of-bounds
        //~^ ERROR null-deref
        while (a[i] > 0) //~ FALSE-ALARM out-of-bounds
            a[i]--; //~ FALSE-ALARM out-of-bounds
    }
    free(a);
    return 0;
}
