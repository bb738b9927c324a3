// A product that wraps to a small number gives no block.
// Checked: the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
int main(void) { //~ NOT-VIOLATED
    size_t n = ((size_t)1 << 60) + 1;
    char *p = calloc(n, 16);
    if (p) {
        p[16] = 1;
        free(p);
    }
    return 0;
}
