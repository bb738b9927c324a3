// The comparison frees what the first one has freed.
// Checked: AddressSanitizer reports the double free.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
static char *block;
static int compare(const void *a, const void *b) {
    (void)a;
    (void)b;
    free(block);
    return 0;
}
int main(void) { //~ NOT-PROVED
    int a[] = {1, 2, 3};
    block = malloc(1);
    qsort(a, 3, sizeof *a, compare);
    return 0;
}
