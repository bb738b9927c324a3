// Index and size are both inputs; a test relates them.
//@ engines: sl
//@ property: valid-deref valid-free valid-memtrack
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) { //~ SAFE
    unsigned n = __VERIFIER_nondet_uchar() % 8 + 1, i = __VERIFIER_nondet_uchar();
    int *a = calloc(n, sizeof *a);
    if (i < n)
        a[i] = 7;
    free(a);
    return 0;
}
