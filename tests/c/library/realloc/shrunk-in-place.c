// A block that shrinks usually stays where it is.
// Checked: the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    char *p = malloc(100);
    char *q = realloc(p, 10);
    if (q == p)
        reach_error();
    free(q);
    return 0;
}
