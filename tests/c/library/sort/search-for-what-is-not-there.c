// bsearch gives null if nothing is found.
// Checked: the gcc binary crashes.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
static int cmp(const void *a, const void *b) {
    return *(int*)a - *(int*)b;
}
int main(void) { //~ NOT-PROVED
    int a[3] = {1,2,3}, k = 4;
    int *p = bsearch(&k, a, 3, sizeof *a, cmp);
    return *p;
}
