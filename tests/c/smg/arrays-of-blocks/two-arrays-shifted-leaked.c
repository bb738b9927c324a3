// The blocks are one cell further on in the second array, which frees all but the last.
//@ engines: smg
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) { //~ NOT-PROVED
    int n = __VERIFIER_nondet_int();
    if (n < 2 || n > 1000)
        return 0;
    char **v = malloc(n * sizeof *v), **all = malloc(n * sizeof *all);
    all[0] = 0;
    for (int i = 0; i + 1 < n; i++) {
        v[i] = malloc(10);
        all[i + 1] = v[i];
    }
    for (int i = 0; i + 1 < n; i++)
        free(all[i]);
    free(all);
    free(v);
    return 0;
}
