// A number behind the address of a block may be the address of another one.
// Checked: the gcc binary aborts: blocks of glibc are 32 bytes apart.
//@ engines: auto interp smg hunt template sl horn
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    char *p = malloc(16), *q = malloc(16);
    if ((uintptr_t)p+32 == (uintptr_t)q)
        reach_error();
    free(p);
    free(q);
}
