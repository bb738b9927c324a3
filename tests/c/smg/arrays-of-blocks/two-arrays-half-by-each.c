// One array frees the blocks below an index, the other one those behind it.
//@ engines: smg
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) { //~ SAFE
    int n = __VERIFIER_nondet_int();
    if (n < 2 || n > 1000)
        return 0;
    char **v = malloc(n * sizeof *v), **all = malloc(n * sizeof *all);
    for (int i = 0; i < n; i++) {
        v[i] = malloc(10);
        all[i] = v[i];
    }
    int k = __VERIFIER_nondet_int();
    if (k < 0 || k > n)
        k = 0;
    for (int i = 0; i < k; i++)
        free(all[i]);
    for (int i = k; i < n; i++)
        free(v[i]);
    free(v);
    free(all);
    return 0;
}
