// Nothing leads to one of two arrays any more.
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
    v = 0;
    for (int i = 0; i < n; i++)
        free(all[i]);
    free(all);
    return 0;
}
