// reallocarray with a product that is no size leaves the old block alone: it is lost.
// Checked: valgrind reports the leak.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
void *reallocarray(void *p, size_t count, size_t size);
int main(void) { //~ NOT-PROVED
    char *p = malloc(4);
    p = reallocarray(p, (size_t)-1 / 16 + 2, 16);
    free(p);
    return 0;
}
