// A pointer into the block still points to the same place of it if it did not move.
// Checked: the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    char *p = malloc(4);
    char *c = p + 1;
    char *q = realloc(p, 5);
    if (q + 1 == c)
        reach_error();
    free(q);
    return 0;
}
