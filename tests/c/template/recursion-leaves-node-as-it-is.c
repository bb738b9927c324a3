// What a function does to the rest of a list leaves the node before it as it was.
//@ engines: template
//@ property: valid-deref
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
static void raise(struct node *node) {
    if (!node)
        return;
    int value = node->value;
    raise(node->next);
    if (node->value != value)
        reach_error();
    node->value = value + 1;
}
int main(void) { //~ SAFE
    raise(list());
    return 0;
}
