// Which of two elements is the first argument is not said.
// Checked: C11 7.22.5.2.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    if (x == 2)
        reach_error();
    return x - y;
}
int main(void) { //~ NOT-PROVED
    int a[] = {1, 2};
    qsort(a, 2, sizeof *a, compare);
    return 0;
}
