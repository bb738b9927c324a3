// Any number of blocks, freed from the last one on while they are counted.
//@ engines: smg
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) { //~ SAFE
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000)
        return 0;
    char **v = malloc(n * sizeof *v);
    for (int i = 0; i < n; i++) {
        v[i] = malloc(10);
        v[i][0] = 0;
    }
    while (n > 0)
        free(v[--n]);
    free(v);
    return 0;
}
