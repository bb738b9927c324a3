// There is no block of more than half of the address space.
// Checked: glibc; the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    char *p = malloc((size_t)-1 / 2 + 1);
    if (!p)
        reach_error();
    free(p);
    return 0;
}
