// A realloc that fails leaves the block and what it holds.
// Checked: C11 7.22.3.5.
//@ args: --malloc-may-fail
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    int *p = malloc(16);
    if (!p)
        return 0;
    p[3] = 5;
    int *q = realloc(p, 800);
    if (!q) {
        if (p[3] != 5)
            reach_error();
        free(p);
        return 0;
    }
    free(q);
    return 0;
}
