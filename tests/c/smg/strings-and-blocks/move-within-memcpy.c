// memcpy is used although the source and the target overlap.
//@ engines: smg
#include <string.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int *a = malloc(4 * sizeof *a);
    for (int i = 0; i < 4; i++)
        a[i] = i + 1;
    memcpy(a + 1, a, 3 * sizeof *a); //~ ERROR overlap
    a[0] = __VERIFIER_nondet_int();
    free(a);
    return 0;
}
