// Nodes are pushed and taken in threes.
//@ engines: smg
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
};
static struct node *push(struct node *list) {
    struct node *n = malloc(sizeof *n);
    n->next = list;
    return n;
}
int main(void) { //~ SAFE
    struct node *list = 0;
    while (__VERIFIER_nondet_int())
        list = push(push(push(list)));
    while (list) {
        struct node *first = list;
        struct node *second = first->next;
        struct node *third = second->next;
        list = third->next;
        free(third);
        free(first);
        free(second);
    }
    return 0;
}
