// A comparison that finds all elements equal.
// Checked: clean under AddressSanitizer and valgrind.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
static int equal(const void *a, const void *b) {
    (void)a;
    (void)b;
    return 0;
}
int main(void) { //~ NOT-VIOLATED
    int *a = calloc(5, sizeof *a);
    if (!a)
        return 0;
    qsort(a, 5, sizeof *a, equal);
    free(a);
    return 0;
}
