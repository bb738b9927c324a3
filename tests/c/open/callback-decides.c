// What depends on the result of the caller's function may never happen.
//@ engines: sl auto
#include <stdlib.h>
struct list { int (*ask)(const char *); };
int sorted(struct list *l) {
    char *p = malloc(3);
    int r = l->ask("x"); //~ UNKNOWN nondeterminism
    if (r == 77)
        free(p);
    free(p);
    return r;
}
