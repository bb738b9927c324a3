// There is no block of that size.
// Checked: the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    char *p = malloc(4);
    char *q = realloc(p, (size_t)-1);
    if (!q)
        reach_error();
    free(q);
    return 0;
}
