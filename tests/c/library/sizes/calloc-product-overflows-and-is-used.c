// A product that is no size gives null, which is written to.
// Checked: the gcc binary dies of SIGSEGV.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
int main(void) { //~ NOT-PROVED
    size_t n = (size_t)-1 / 16 + 2;
    char *p = calloc(n, 16);
    p[0] = 1;
    free(p);
    return 0;
}
