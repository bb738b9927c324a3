// What realloc adds is not zero, also behind a block of calloc.
// Checked: C11 7.22.3.5; valgrind reports the decision.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    char *p = calloc(4, 1);
    if (!p)
        return 0;
    char *q = realloc(p, 8);
    if (!q) {
        free(p);
        return 0;
    }
    int bad = q[6] != 0;
    free(q);
    if (bad)
        reach_error();
    return 0;
}
