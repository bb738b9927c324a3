// What a shrunk block had at its end is gone.
// Checked: AddressSanitizer reports the overrun.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
int main(void) { //~ NOT-PROVED
    int *p = malloc(16);
    if (!p)
        return 0;
    int *q = realloc(p, 8);
    if (!q) {
        free(p);
        return 0;
    }
    q[2] = 1;
    free(q);
    return 0;
}
