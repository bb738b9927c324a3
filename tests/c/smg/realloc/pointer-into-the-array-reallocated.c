// A pointer to the second element is reallocated, not one to the block.
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
        static int *larger;
        larger = realloc(second, 4 * sizeof *a); //~ ERROR interior-free
    }
    free(a);
    return 0;
}
