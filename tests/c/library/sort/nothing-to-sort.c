// Without elements there is nothing to compare.
// Checked: C11 7.22.5p2.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
static int compare(const void *a, const void *b) {
    (void)a;
    (void)b;
    reach_error();
    return 0;
}
int main(void) { //~ NOT-VIOLATED
    int a[] = {3, 1, 2};
    qsort(a, 0, sizeof *a, compare);
    return 0;
}
