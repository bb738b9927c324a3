// The number of bytes overflows, and the block is shorter than it should be.
//@ engines: smg
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) { //~ NOT-PROVED
    int n = __VERIFIER_nondet_int();
    int *a = malloc((int)(n * (int)sizeof *a));
    if (!a)
        return 1;
    for (int i = 0; i < n; i++)
        a[i] = 0;
    free(a);
    return 0;
}
