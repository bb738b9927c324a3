// The result is kept in another variable, and the old pointer is freed.
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
        int *larger = realloc(a, 4 * sizeof *a);
        assert(larger[1] == 6);
        free(larger);
    }
    (void)second;
    free(a); //~ ERROR double-free
    return 0;
}
