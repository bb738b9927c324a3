// Two resizes move a block at most twice.
// Checked: the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    char *p = malloc(1);
    int moved = 0;
    for (int i = 2; i < 4; i++) {
        char *q = realloc(p, i);
        if (q != p)
            moved++;
        p = q;
    }
    if (moved > 2)
        reach_error();
    free(p);
}
