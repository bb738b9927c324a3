// A product that is no size never gives a block.
// Checked: glibc; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    size_t n = (size_t)-1 / 16 + 2;
    char *p = calloc(n, 16);
    if (p)
        reach_error();
    return 0;
}
