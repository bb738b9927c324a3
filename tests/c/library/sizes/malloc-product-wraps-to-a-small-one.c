// malloc gets the wrapped product, and the block is smaller than meant.
// Checked: AddressSanitizer reports the overrun.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
int main(void) { //~ NOT-PROVED
    size_t n = ((size_t)1 << 60) + 1;
    char *p = malloc(n * 16);
    if (p) {
        p[16] = 1;
        free(p);
    }
    return 0;
}
