// One byte behind the blocks that two arrays lead to is written.
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
        v[i][10] = 1;
    for (int i = 0; i < n; i++)
        free(all[i]);
    free(all);
    free(v);
    return 0;
}
