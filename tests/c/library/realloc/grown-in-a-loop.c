// A block that grows step by step need not move each time.
// Checked: the gcc binary reaches the error.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    int *v = malloc(4);
    if (!v)
        return 0;
    int moved = 0;
    for (int i = 2; i < 4; i++) {
        int *w = realloc(v, i * 4);
        if (!w)
            break;
        if (w != v)
            moved++;
        v = w;
    }
    free(v);
    if (moved < 2)
        reach_error();
    return 0;
}
