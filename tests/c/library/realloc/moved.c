// realloc may move a block.
// Checked: the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    char *p = malloc(24);
    char *behind = malloc(24);
    char *q = realloc(p, 100000);
    if (q != p)
        reach_error();
    free(behind);
    free(q);
    return 0;
}
