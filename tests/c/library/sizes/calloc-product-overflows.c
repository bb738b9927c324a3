// A product that is no size gives null.
// Checked: C11 7.22.3.2, glibc; the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    size_t n = (size_t)-1 / 16 + 2;
    char *p = calloc(n, 16);
    if (!p)
        reach_error();
    free(p);
    return 0;
}
