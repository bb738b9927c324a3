// Each resize may move the block or not.
// Checked: C11 7.22.3.5.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    char *p = malloc(1);
    int moved = 0;
    for (int i = 2; i < 4; i++) {
        char *q = realloc(p, i);
        if (q != p)
            moved++;
        p = q;
    }
    if (moved == 1)
        reach_error();
    free(p);
}
