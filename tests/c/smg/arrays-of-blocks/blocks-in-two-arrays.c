// Each block is in two arrays, by one of which it is freed.
//@ engines: smg
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) { //~ SAFE
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000)
        return 0;
    char **v = malloc(n * sizeof *v), **all = malloc(n * sizeof *all);
    for (int i = 0; i < n; i++) {
        v[i] = malloc(10);
        all[i] = v[i];
    }
    for (int i = 0; i < n; i++)
        v[i][9] = 0;
    for (int i = 0; i < n; i++)
        free(all[i]);
    free(all);
    free(v);
    return 0;
}
