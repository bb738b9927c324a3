// The part that a block lost is lost also where the block did not move.
// Checked: C11 7.22.3.5 (the new object has 4 bytes); the gcc binary goes there.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
int main(void) { //~ NOT-PROVED
    char *p = malloc(8);
    char *q = realloc(p, 4);
    if (q == p)
        q[4] = 1;
    free(q);
    return 0;
}
