// A number from outside is the number of elements: where it is negative there is no such block.
//@ engines: smg
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) { //~ SAFE
    int n = __VERIFIER_nondet_int();
    int *a = malloc(n * sizeof *a);
    if (!a)
        return 1;
    for (int i = 0; i < n; i++)
        a[i] = 0;
    free(a);
    return 0;
}
