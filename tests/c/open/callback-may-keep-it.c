// The caller's function may keep what it is given.
//@ engines: sl auto
#include <stdlib.h>
struct list { void (*drop)(void *); };
void given(struct list *l) {
    char *p = malloc(3);
    if (!p)
        return;
    l->drop(p); //~ UNKNOWN nondeterminism
}
