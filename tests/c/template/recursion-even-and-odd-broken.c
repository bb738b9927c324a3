// Two functions that call each other go through a list, with an error.
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
static int odd(struct node *node);
static int even(struct node *node) {
    return node ? node->value == 5 && odd(node->next) : 1;
}
static int odd(struct node *node) {
    return node ? node->value == 5 && even(node->next) : 0;
}
int main(void) {
    if (!even(list()))
        reach_error(); //~ ERROR error-reached
    return 0;
}
