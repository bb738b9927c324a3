// A function that calls itself in a loop over what it was given, with an error.
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
static void mark(struct node *node, int depth) {
    for (; node && depth > 0; node = node->next) {
        node->value = 6 + (depth == 2);
        mark(node->next, depth - 1);
    }
}
int main(void) {
    struct node *head = list();
    mark(head, __VERIFIER_nondet_int());
    for (; head; head = head->next)
        if (head->value != 5 && head->value != 6)
            reach_error(); //~ ERROR error-reached
    return 0;
}
