// A function frees some blocks by one of two arrays, which it is given; the other one frees all of them.
//@ engines: smg
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static void use(char **v, int n) {
    for (int i = 0; i < n; i++)
        if (v[i][0] == 'x') {
            free(v[i]);
            v[i] = 0;
        }
}
int main(void) { //~ NOT-PROVED
    int n = __VERIFIER_nondet_int();
    if (n < 2 || n > 1000)
        return 0;
    char **v = malloc(n * sizeof *v), **all = malloc(n * sizeof *all);
    for (int i = 0; i < n; i++) {
        v[i] = calloc(10, 1);
        v[i][0] = __VERIFIER_nondet_int();
        all[i] = v[i];
    }
    use(v, n);
    for (int i = 0; i < n; i++)
        free(all[i]);
    free(all);
    free(v);
    return 0;
}
