// The overrun is only where the block did not move.
// Checked: C11 7.22.3.5 (the new object has 5 bytes); the gcc binary goes there.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
int main(void) { //~ NOT-PROVED
    char *p = malloc(4);
    char *q = realloc(p, 5);
    if (q == p)
        q[5] = 1;
    free(q);
    return 0;
}
