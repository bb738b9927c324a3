// The address of the old block, kept as a number, may be the new one's.
// Checked: the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    char *p = malloc(4);
    unsigned long old = (unsigned long)p;
    char *q = realloc(p, 5);
    if ((unsigned long)q == old)
        reach_error();
    free(q);
    return 0;
}
