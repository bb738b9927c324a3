// Any number of blocks, freed in the opposite order, but for the first one.
//@ engines: smg
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) { //~ NOT-PROVED
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000)
        return 0;
    char **v = malloc(n * sizeof *v);
    for (int i = 0; i < n; i++) {
        v[i] = malloc(10);
        v[i][0] = 0;
    }
    for (int i = n - 1; i > 0; i--)
        free(v[i]);
    free(v);
    return 0;
}
