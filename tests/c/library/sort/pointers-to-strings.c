// The elements are pointers.
// Checked: the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
static int cmp(const void *a, const void *b) {
    return strcmp(*(char**)a, *(char**)b);
}
int main(void) { //~ NOT-VIOLATED
    const char *a[2] = {"b","a"};
    qsort(a, 2, sizeof *a, cmp);
    if (a[0][0] != 'a')
        reach_error();
    return 0;
}
