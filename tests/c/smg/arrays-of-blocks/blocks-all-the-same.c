// All cells lead to the same block, which is freed as often.
//@ engines: smg
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) { //~ NOT-PROVED
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000)
        return 0;
    char **v = malloc(n * sizeof *v);
    char *p = malloc(10);
    for (int i = 0; i < n; i++) {
        v[i] = p;
        v[i][0] = 0;
    }
    for (int i = 0; i < n; i++)
        free(v[i]);
    free(v);
    return 0;
}
