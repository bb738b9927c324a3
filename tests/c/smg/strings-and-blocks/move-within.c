// The elements of an array are moved up by one with memmove, which may overlap.
//@ engines: smg
#include <string.h>
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { //~ SAFE
    int *a = malloc(4 * sizeof *a);
    for (int i = 0; i < 4; i++)
        a[i] = i + 1;
    memmove(a + 1, a, 3 * sizeof *a);
    a[0] = __VERIFIER_nondet_int();
    assert(a[1] == 1 && a[2] == 2 && a[3] == 3);
    free(a);
    return 0;
}
