// The loop writes one element too many.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 100)
        return 0;
    int *a = malloc((size_t)n * sizeof *a);
    for (int i = 0; i <= n; i++)
        a[i] = 0; //~ ERROR out-of-bounds
    assert(a[n - 1] == 0); //~ FALSE-ALARM assertion-failed
    free(a);
    return 0;
}
