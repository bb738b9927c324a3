// reallocarray with a product that is no size gives null.
// Checked: glibc; the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
void *reallocarray(void *p, size_t count, size_t size);
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    char *p = reallocarray(0, (size_t)-1 / 16 + 2, 16);
    if (!p)
        reach_error();
    free(p);
    return 0;
}
