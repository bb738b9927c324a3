// Elements of eight bytes where there are four.
// Checked: valgrind reports the overrun.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
static int equal(const void *a, const void *b) {
    (void)a;
    (void)b;
    return 0;
}
int main(void) { //~ NOT-PROVED
    int *a = calloc(5, sizeof *a);
    if (!a)
        return 0;
    qsort(a, 5, 8, equal);
    free(a);
    return 0;
}
