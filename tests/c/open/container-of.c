// The function computes a structure from a pointer to its member, which lies before it: the block around both is needed.
//@ engines: sl auto
#include <stddef.h>
struct link { struct link *next; };
struct item { int v; struct link l; };
int value(struct link *l) { //~ SAFE
    struct item *i = (struct item *)((char *)l - offsetof(struct item, l));
    return i->v;
}
