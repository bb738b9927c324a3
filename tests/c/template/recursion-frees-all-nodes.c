// A list of any length that a function frees which calls itself: no block is lost.
//@ engines: template
//@ property: valid-deref
//@ property: valid-free
//@ property: valid-memtrack
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
    int value;
};
static void drop(struct node *list) {
    if (!list)
        return;
    drop(list->next);
    free(list);
}
int main(void) { //~ SAFE
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            abort();
        node->value = __VERIFIER_nondet_int();
        node->next = list;
        list = node;
    }
    drop(list);
    return 0;
}
