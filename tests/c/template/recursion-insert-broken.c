// A value is put into a list by a function that calls itself for the rest of it, with an error.
//@ engines: template
//@ property: valid-deref
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct node { struct node *next; int value; };
static struct node *insert(struct node *node, int value) {
    if (!node || node->value >= value) {
        struct node *new = malloc(sizeof *new);
        new->value = value + 1;
        new->next = node;
        return new;
    }
    node->next = insert(node->next, value);
    return node;
}
int main(void) {
    struct node *head = 0;
    while (__VERIFIER_nondet_int()) {
        int value = __VERIFIER_nondet_int();
        if (value >= 0 && value < 10)
            head = insert(head, value);
    }
    for (; head; head = head->next)
        if (head->value > 9)
            reach_error(); //~ ERROR error-reached
    return 0;
}
