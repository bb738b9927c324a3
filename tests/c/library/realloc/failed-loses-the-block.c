// Overwriting the only pointer with the null of a failed realloc loses the block.
// Checked: C11 7.22.3.5.
//@ args: --malloc-may-fail
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
int main(void) { //~ NOT-PROVED
    int *p = malloc(16);
    if (!p)
        return 0;
    p = realloc(p, 800);
    if (!p)
        return 1;
    free(p);
    return 0;
}
