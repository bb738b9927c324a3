// Whatever size is asked for: a block that was had is not larger than the address space.
//@ engines: auto smg template horn
#include <assert.h>
#include <stdlib.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {   //~ SAFE
    unsigned long n = __VERIFIER_nondet_ulong();
    char *a = malloc(n);
    if (a && n > 0) {
        assert(n < (1UL << 50));
        a[n - 1] = 1;
    }
    free(a);
}
