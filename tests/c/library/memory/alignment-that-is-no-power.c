// Another alignment than a power of two is refused, or rounded up.
// Checked: C17 7.22.3.1p2, glibc; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template
#include <stdlib.h>
int main(void) { //~ NOT-VIOLATED
    char *block = aligned_alloc(24, 48);
    if (block)
        block[47] = 1;
    free(block);
    return 0;
}
