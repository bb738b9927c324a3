// The end of a block is not inside of another one.
// Checked: blocks do not overlap; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    char *p = malloc(16), *q = malloc(16);
    if (p+16 == q+3)
        reach_error();
    free(p);
    free(q);
}
