// Hooks hold what they were initialised with.
//@ engines: sl auto
#include <stdlib.h>
struct hooks { void *(*allocate)(size_t); void (*release)(void *); };
static struct hooks hooks = {malloc, free};
void set_hooks(struct hooks *h) { hooks = *h; }
int twice(int n) {
    int *p = hooks.allocate(sizeof *p);
    if (!p)
        return -1;
    *p = n;
    int r = *p;
    hooks.release(p);
    hooks.release(p); //~ ERROR double-free
    return r;
}
