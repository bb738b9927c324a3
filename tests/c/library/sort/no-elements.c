// An array of no elements is left alone.
// Checked: the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
static int cmp(const void *a, const void *b) {
    return 0;
}
int main(void) { //~ NOT-VIOLATED
    int a[1] = {1};
    qsort(a, 0, sizeof *a, cmp);
    if (a[0] != 1)
        reach_error();
    return 0;
}
