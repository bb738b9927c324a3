// The array is filled, used and freed by functions.
//@ engines: smg
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static void fill(char **v, int n) {
    for (int i = 0; i < n; i++)
        v[i] = malloc(9);
}
static void destroy(char **v, int n) {
    for (int i = 0; i < n; i++)
        free(v[i]);
    free(v);
}
int main(void) { //~ SAFE
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000)
        return 0;
    char **v = malloc(n * sizeof *v);
    fill(v, n);
    for (int i = 0; i < n; i++)
        v[i][8] = 0;
    destroy(v, n);
    return 0;
}
