// The cells are written and read through pointers that move.
//@ engines: smg
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) { //~ SAFE
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000)
        return 0;
    char **v = malloc(n * sizeof *v);
    for (char **p = v; p < v + n; p++)
        *p = malloc(3);
    for (char **p = v; p < v + n; p++)
        free(*p);
    free(v);
    return 0;
}
