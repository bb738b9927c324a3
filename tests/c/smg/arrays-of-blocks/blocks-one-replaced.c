// A block is freed and another one takes its place.
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
    int j = __VERIFIER_nondet_int();
    if (j >= 0 && j < n) {
        free(v[j]);
        v[j] = malloc(3);
    }
    for (int i = 0; i < n; i++)
        free(v[i]);
    free(v);
    return 0;
}
