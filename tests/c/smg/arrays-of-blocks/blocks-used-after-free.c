// One of the blocks is used when all are freed.
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
    for (int i = 0; i < n; i++)
        free(v[i]);
    v[n / 2][1] = 1;
    free(v);
    return 0;
}
