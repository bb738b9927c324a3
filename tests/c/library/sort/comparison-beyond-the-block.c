// Elements behind the block are compared.
// Checked: AddressSanitizer reports the overrun.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
static int compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}
int main(void) { //~ NOT-PROVED
    int *a = calloc(5, sizeof *a);
    if (!a)
        return 0;
    qsort(a, 6, sizeof *a, compare);
    free(a);
    return 0;
}
