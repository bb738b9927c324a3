// A pointer further than the end of its block may be the address of another one.
// Checked: C11 6.5.6p8; the gcc binary aborts: blocks of glibc are 32 bytes apart.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    char *p = malloc(16), *q = malloc(16);
    if (p+32 == q)
        reach_error();
    free(p);
    free(q);
}
