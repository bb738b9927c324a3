// Which elements are compared first is not said.
// Checked: C11 7.22.5.2; glibc compares the third with the fourth after the first with the second: the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
static int count;
static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    if (++count == 2 && x == 3 && y == 4)
        reach_error();
    return x - y;
}
int main(void) { //~ NOT-PROVED
    int a[] = {1, 2, 3, 4};
    qsort(a, 4, sizeof *a, compare);
    return 0;
}
