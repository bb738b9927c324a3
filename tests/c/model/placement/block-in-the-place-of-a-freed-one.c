// A new block may lie where a freed one lay.
// Checked: the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    char *p = malloc(24);
    unsigned long address = (unsigned long)p;
    free(p);
    char *q = malloc(24);
    if ((unsigned long)q == address)
        reach_error();
    free(q);
    return 0;
}
