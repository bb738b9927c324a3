// Where the block did not move, the new part of it is there.
// Checked: the gcc binary and valgrind.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
int main(void) { //~ NOT-VIOLATED
    char *p = malloc(4);
    if (!p)
        return 0;
    char *q = realloc(p, 8);
    if (!q) {
        free(p);
        return 0;
    }
    if (q == p)
        q[7] = 1;
    free(q);
    return 0;
}
