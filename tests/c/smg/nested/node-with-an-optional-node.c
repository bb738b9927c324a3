// Each node may have one more node of the same type, which is not a part of the list.
//@ engines: smg
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
    struct node *extra;
};
static void give_extra(struct node *n) {
    n->extra = 0;
    if (__VERIFIER_nondet_int()) {
        n->extra = malloc(sizeof *n);
        n->extra->next = 0;
        n->extra->extra = 0;
    }
}
int main(void) { //~ SAFE
    struct node *list = malloc(sizeof *list);
    list->next = 0;
    give_extra(list);
    struct node *end = list;
    while (__VERIFIER_nondet_int()) {
        end->next = malloc(sizeof *end);
        end = end->next;
        end->next = 0;
        give_extra(end);
    }
    while (list) {
        struct node *next = list->next;
        if (list->extra)
            free(list->extra);
        free(list);
        list = next;
    }
    return 0;
}
