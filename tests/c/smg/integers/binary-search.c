// Binary search keeps its two ends within the array.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { //~ SAFE
    int *a = calloc(16, sizeof *a);
    int key = __VERIFIER_nondet_int();
    int low = 0, high = 15;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        if (a[middle] == key)
            break;
        if (a[middle] < key)
            low = middle + 1;
        else
            high = middle - 1;
    }
    free(a);
    return 0;
}
