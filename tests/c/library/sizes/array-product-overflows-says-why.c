// reallocarray says that there is no memory.
// Checked: the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    int *p = malloc(4);
    if (!p)
        return 0;
    errno = 0;
    int *q = reallocarray(p, (size_t)1 << 62, 8);
    if (!q && errno != ENOMEM)
        reach_error();
    free(q ? q : p);
    return 0;
}
