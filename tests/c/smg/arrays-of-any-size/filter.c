// Some elements are copied to the front of another array of the same size: there are never more of them than have been looked at.
//@ engines: smg
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) { //~ SAFE
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 100000)
        return 0;
    int *all = malloc(n * sizeof *all), *some = malloc(n * sizeof *some);
    int count = 0;
    for (int i = 0; i < n; i++)
        all[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        if (all[i] > 5)
            some[count++] = all[i];
    free(all);
    free(some);
    return 0;
}
