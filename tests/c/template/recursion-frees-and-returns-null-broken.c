// A list of any length that a function frees which calls itself: no block is lost, with an error.
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
static struct node *dropped(struct node *list) {
    if (list) {
        list->next = dropped(list->next);
        if (list->value) free(list); //~ ERROR memory-leak
    }
    return 0;
}
int main(void) {
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            abort();
        node->value = __VERIFIER_nondet_int();
        node->next = list;
        list = node;
    }
    list = dropped(list);
    return 0;
}
