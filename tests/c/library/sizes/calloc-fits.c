// A product that is a size gives that many bytes of zero.
// Checked: clean under AddressSanitizer and valgrind.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    char *p = calloc(3, 16);
    if (!p)
        return 0;
    if (p[47] != 0)
        reach_error();
    free(p);
    return 0;
}
