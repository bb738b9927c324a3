// The number of bytes wraps at 32 bits, so that the block is smaller than the number of elements says.
//@ engines: hunt smg
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    unsigned bytes = n * 4;
    int *p = malloc(bytes);
    if (n > 0)
        p[0] = 1; //~ ERROR out-of-bounds
    free(p);
    return 0;
}
