// A member is read after its structure was freed.
//@ engines: sl auto
#include <stdlib.h>
struct list { struct list *next; int v; };
struct list *pop(struct list *l) {
    free(l);
    return l->next; //~ ERROR use-after-free
}
