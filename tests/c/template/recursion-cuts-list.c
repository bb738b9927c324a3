// A function that calls itself takes a list apart from its end; the nodes before are as they were.
//@ engines: template
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct node { struct node *next; int value; };
static void cut(struct node *node) {
    if (!node)
        return;
    struct node *next = node->next;
    cut(next);
    if (node->next != next)
        reach_error();
    node->next = 0;
}
int main(void) { //~ SAFE
    struct node *head = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->next = head;
        node->value = 5;
        head = node;
    }
    cut(head);
    return 0;
}
