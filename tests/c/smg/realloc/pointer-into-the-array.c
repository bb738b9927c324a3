// A pointer to an element is computed again after the array has moved.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { //~ SAFE
    int *a = malloc(2 * sizeof *a);
    a[0] = 5;
    a[1] = 6;
    int *second = &a[1];
    if (__VERIFIER_nondet_int()) {
        a = realloc(a, 4 * sizeof *a);
        second = &a[1];
    }
    assert(*second == 6);
    free(a);
    return 0;
}
