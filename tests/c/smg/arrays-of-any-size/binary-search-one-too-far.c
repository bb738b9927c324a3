// The last element is one behind the array.
//@ engines: auto
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int(), wanted = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000)
        return 0;
    int *a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++)
        a[i] = 2 * i;
    int low = 0, high = n;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        if (a[middle] < wanted) //~ ERROR out-of-bounds
            low = middle + 1;
        else
            high = middle - 1;
    }
    free(a);
    return 0;
}
