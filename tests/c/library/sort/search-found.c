// What is there is found.
// Checked: C11 7.22.5.1; clean under AddressSanitizer.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
static int compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}
int main(void) { //~ NOT-VIOLATED
    int a[] = {1, 2, 3}, key = 3;
    if (bsearch(&key, a, 3, sizeof *a, compare) != a + 2)
        reach_error();
    return 0;
}
