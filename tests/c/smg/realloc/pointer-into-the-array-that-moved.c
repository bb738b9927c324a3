// The pointer to an element still points into the old array.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int *a = malloc(2 * sizeof *a);
    a[0] = 5;
    a[1] = 6;
    int *second = &a[1];
    if (__VERIFIER_nondet_int()) {
        a = realloc(a, 4 * sizeof *a);
    }
    assert(*second == 6); //~ ERROR use-after-free
    free(a);
    return 0;
}
