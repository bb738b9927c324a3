// realloc in a function that is called.
// Checked: the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
static void *grow(void *p, size_t size) {
    return realloc(p, size);
}
int main(void) { //~ NOT-PROVED
    char *p = malloc(4);
    char *q = grow(p, 5);
    if (q == p)
        reach_error();
    free(q);
    return 0;
}
