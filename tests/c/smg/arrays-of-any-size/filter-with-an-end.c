// The same as filter.c, with a zero behind the elements for which there is no room.
//@ engines: smg
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) { //~ NOT-PROVED
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 100000)
        return 0;
    int *all = malloc(n * sizeof *all), *some = malloc(n * sizeof *some);
    int count = 0;
    for (int i = 0; i < n; i++)
        all[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        if (all[i] > 5)
            some[count++] = all[i], some[count] = 0;
    free(all);
    free(some);
    return 0;
}
