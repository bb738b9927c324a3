// How often elements are compared is not said.
// Checked: C11 7.22.5.2; glibc needs 4 comparisons: the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
static int count;
static int compare(const void *a, const void *b) {
    count++;
    return *(const int *)a - *(const int *)b;
}
int main(void) { //~ NOT-PROVED
    int a[] = {1, 2, 3, 4};
    qsort(a, 4, sizeof *a, compare);
    if (count != 3)
        reach_error();
    return 0;
}
