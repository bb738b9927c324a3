// The loop that fills the array may end early; the cells that were written are freed.
//@ engines: smg
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) { //~ SAFE
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000)
        return 0;
    char **v = malloc(n * sizeof *v);
    int used;
    for (used = 0; used < n; used++) {
        if (__VERIFIER_nondet_int())
            break;
        v[used] = malloc(10);
        v[used][0] = 0;
    }
    for (int i = 0; i < used; i++)
        free(v[i]);
    free(v);
    return 0;
}
