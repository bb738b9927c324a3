// A block that is followed by another one may have to move.
// Checked: the gcc binary reaches the error.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    char *p = malloc(16);
    if (!p)
        return 0;
    char *q = malloc(16);
    if (!q) {
        free(p);
        return 0;
    }
    char *r = realloc(p, 4096);
    if (r && r != p)
        reach_error();
    if (r)
        free(r);
    else free(p);
    free(q);
    return 0;
}
