// A copy of a block holds what its source holds.
// Checked: C11 7.24.2.1; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    char *p = malloc(8), *q = malloc(8);
    if (!p || !q) {
        free(p);
        free(q);
        return 0;
    }
    memcpy(q, p, 8);
    int differ = q[3] != p[3];
    free(p);
    free(q);
    if (differ)
        reach_error();
    return 0;
}
