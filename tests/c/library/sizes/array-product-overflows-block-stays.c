// reallocarray with a product that is no size leaves the old block alone.
// Checked: glibc; clean under valgrind.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
void *reallocarray(void *p, size_t count, size_t size);
int main(void) { //~ NOT-VIOLATED
    char *p = malloc(4);
    if (!p)
        return 0;
    char *q = reallocarray(p, (size_t)-1 / 16 + 2, 16);
    if (!q) {
        p[3] = 1;
        free(p);
        return 0;
    }
    free(q);
    return 0;
}
