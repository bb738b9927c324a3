// Two cells of one of two arrays are exchanged: the other one frees a block again.
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
    char *t = v[0];
    v[0] = v[1];
    v[1] = t;
    free(v[0]);
    for (int i = 0; i < n; i++)
        if (i != 0)
            free(all[i]);
    free(v);
    free(all);
    return 0;
}
