// A part of the address is equal if the block stays.
// Checked: C11 7.22.3.5; the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    char *p = malloc(3);
    unsigned long h = (unsigned long)p >> 4;
    p = realloc(p, 64);
    if (((unsigned long)p >> 4) == h)
        reach_error();
    free(p);
}
