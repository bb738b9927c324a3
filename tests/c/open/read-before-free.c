// The member is read first.
//@ engines: sl auto
#include <stdlib.h>
struct list { struct list *next; int v; };
struct list *pop(struct list *l) { //~ SAFE
    struct list *next = l->next;
    free(l);
    return next;
}
