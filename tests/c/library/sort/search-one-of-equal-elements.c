// Which of several equal elements is found is not said.
// Checked: C11 7.22.5.1p4.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
static int compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}
int main(void) { //~ NOT-PROVED
    int a[] = {2, 2, 2}, key = 2;
    if (bsearch(&key, a, 3, sizeof *a, compare) == a)
        reach_error();
    return 0;
}
