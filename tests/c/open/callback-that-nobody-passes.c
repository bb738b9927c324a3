// What the caller's function does is not known, but it does not give back a block that is freed.
//@ engines: sl auto
#include <stdlib.h>
struct list { void (*drop)(void *); int (*ask)(const char *); int size; };
void twice(struct list *l) {
    char *p = malloc(3);
    l->drop(0);
    free(p);
    l->drop(0);
    free(p); //~ ERROR double-free
}
