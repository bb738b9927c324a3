// A function that calls itself says that all nodes of a list are in bounds.
//@ engines: template
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct node { struct node *next; int value; };
static struct node *list(void) {
    struct node *head = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->next = head;
        node->value = 5;
        head = node;
    }
    return head;
}
static int is_small(struct node *node) {
    return !node || (node->value <= 10 && is_small(node->next));
}
int main(void) { //~ SAFE
    if (!is_small(list()))
        reach_error();
    return 0;
}
