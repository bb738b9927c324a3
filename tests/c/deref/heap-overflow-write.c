// One element past the end of a heap array.
//@ data-model: lp64 ilp32
#include <stdlib.h>
int main(void) {
    int *a = malloc(10 * sizeof *a);
    for (int i = 0; i <= 10; i++)
        a[i] = i; //~ ERROR out-of-bounds
    free(a);
    return 0;
}
