// A block is freed by one of two arrays and written to by the other one.
//@ engines: smg
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) { //~ NOT-PROVED
    int n = __VERIFIER_nondet_int();
    if (n < 2 || n > 1000)
        return 0;
    char **v = malloc(n * sizeof *v), **all = malloc(n * sizeof *all);
    for (int i = 0; i < n; i++) {
        v[i] = malloc(10);
        all[i] = v[i];
    }
    for (int i = 0; i < n; i++)
        free(all[i]);
    v[0][0] = 1;
    free(all);
    free(v);
    return 0;
}
