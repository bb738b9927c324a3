// A function that counts the nodes of a list by calling itself, whatever their number.
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
static unsigned length(struct node *node) {
    return node ? length(node->next) + 1 : 0;
}
int main(void) { //~ SAFE
    struct node *head = list();
    if (!head && length(head) != 0)
        reach_error();
    return length(head) != 0;
}
