// Equal numbers stay what they are.
// Checked: C11 7.22.5.2; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
static int compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}
int main(void) { //~ NOT-VIOLATED
    int a[] = {2, 1, 2};
    qsort(a, 3, sizeof *a, compare);
    if (a[0] != 1 || a[1] != 2 || a[2] != 2)
        reach_error();
    return 0;
}
