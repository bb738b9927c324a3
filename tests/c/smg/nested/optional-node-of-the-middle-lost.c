// Each node may have one more node of the same type; that of a node in the middle is forgotten.
//@ engines: smg
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
    struct node *prev;
    struct node *extra;
};
static struct node *make(struct node *prev) {
    struct node *n = malloc(sizeof *n);
    n->next = 0;
    n->prev = prev;
    n->extra = 0;
    if (__VERIFIER_nondet_int()) {
        n->extra = malloc(sizeof *n);
        n->extra->next = 0;
        n->extra->extra = 0;
    }
    return n;
}
int main(void) {
    struct node *list = make(0);
    struct node *end = list;
    while (__VERIFIER_nondet_int()) {
        end->next = make(end);
        end = end->next;
    }
    for (end = list; end; end = end->next) {
        struct node *extra = end->extra;
        while (extra)
            extra = extra->extra;
    }
    while (list) {
        end = list->next;
        if (list->extra && !(list->prev && end))
            free(list->extra);
        if (end)
            end->prev = end;
        free(list); //~ ERROR memory-leak
        list = end;
    }
    return 0;
}
