// What the program puts into a member of one structure is in no member of another one.
//@ engines: sl auto
#include <stdlib.h>
struct list { char *text; int n; void (*drop)(void *); };
struct visitor { char *text; int n; void (*visit)(void *); };
void list_init(struct list *l) {
    l->text = 0;
    l->n = 0;
    l->drop = free;
}
int visited(struct visitor *v) {
    char *p = malloc(2);
    if (!p)
        return 1;
    v->visit(p); //~ UNKNOWN nondeterminism
    p[0] = 1;
    free(p);
    return 0;
}
