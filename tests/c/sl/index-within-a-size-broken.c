// The test lets the first index behind the block through.
//@ engines: sl
//@ property: valid-deref valid-free valid-memtrack
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uchar() % 8 + 1, i = __VERIFIER_nondet_uchar();
    int *a = calloc(n, sizeof *a);
    if (i <= n)
        a[i] = 7; //~ ERROR out-of-bounds
    free(a);
    return 0;
}
