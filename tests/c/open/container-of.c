// The function computes a structure from a pointer to its member, which may lie before it: no report.
//@ engines: sl auto
#include <stddef.h>
struct link { struct link *next; };
struct item { int v; struct link l; };
int value(struct link *l) {
    struct item *i = (struct item *)((char *)l - offsetof(struct item, l));
    return i->v; //~ UNKNOWN nondeterminism
}
