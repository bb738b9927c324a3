// reallocarray may leave a block where it is.
// Checked: the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
void *reallocarray(void *p, size_t count, size_t size);
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    int *p = malloc(4 * sizeof *p);
    int *q = reallocarray(p, 5, sizeof *p);
    if (q == p)
        reach_error();
    free(q);
    return 0;
}
