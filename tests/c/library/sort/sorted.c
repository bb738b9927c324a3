// What is sorted is in order.
// Checked: C11 7.22.5.2; clean under AddressSanitizer.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
static int compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}
int main(void) { //~ NOT-VIOLATED
    int a[] = {3, 1, 2};
    qsort(a, 3, sizeof *a, compare);
    if (a[0] != 1 || a[1] != 2 || a[2] != 3)
        reach_error();
    return 0;
}
