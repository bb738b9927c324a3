// The number of a bucket that is computed from an address is any number.
// Checked: C11 6.3.2.3p6.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
int main(void) { //~ NOT-PROVED
    int *p = malloc(4);
    if (!p)
        return 0;
    int *b[4] = {0};
    unsigned i = ((unsigned long)p >> 4) % 8;
    if (i > 4) {
        free(p);
        return 0;
    }
    b[i] = p;
    free(p);
    return 0;
}
