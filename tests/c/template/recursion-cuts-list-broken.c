// A function that calls itself takes a list apart from its end; the nodes before are as they were, with an error: the last node cuts the first one off.
//@ engines: template
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct node { struct node *next; int value; };
static struct node *other;
static void cut(struct node *node) {
    if (!node) {
        if (other)
            other->next = 0;
        return;
    }
    struct node *next = node->next;
    cut(next);
    if (node->next != next)
        reach_error(); //~ ERROR error-reached
    node->next = 0;
}
int main(void) {
    struct node *head = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->next = head;
        node->value = 5;
        head = node;
    }
    if (head && head->next && !head->next->next) {
        head->value = 1;
        other = head;
    }
    cut(head);
    return 0;
}
