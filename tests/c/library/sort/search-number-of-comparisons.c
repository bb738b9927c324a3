// How often the key is compared is not said.
// Checked: C11 7.22.5.1; glibc compares once: the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
static int count;
static int compare(const void *a, const void *b) {
    count++;
    return *(const int *)a - *(const int *)b;
}
int main(void) { //~ NOT-PROVED
    int a[] = {1, 2, 3}, key = 2;
    bsearch(&key, a, 3, sizeof *a, compare);
    if (count == 1)
        reach_error();
    return 0;
}
