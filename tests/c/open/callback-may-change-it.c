// The caller's function may change what it can reach, and keep what it is given.
//@ engines: sl auto
#include <stdlib.h>
struct list { void (*drop)(void *); int (*ask)(const char *); char *text; };
void cleared(struct list *l) {
    free(l->text);
    l->drop(l);    //~ UNKNOWN nondeterminism
    free(l->text);
}
