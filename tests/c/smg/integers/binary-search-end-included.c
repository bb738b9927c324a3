// The length is taken for the last index.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int *a = calloc(16, sizeof *a);
    int key = __VERIFIER_nondet_int();
    int low = 0, high = 16;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        if (a[middle] == key) //~ ERROR out-of-bounds
            break;
        if (a[middle] < key)
            low = middle + 1;
        else
            high = middle - 1;
    }
    free(a);
    return 0;
}
