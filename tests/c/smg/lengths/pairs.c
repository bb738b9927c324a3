// Nodes are pushed in pairs and taken in pairs: behind the first of a pair there is a second one.
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
        list = push(push(list));
    while (list) {
        struct node *first = list;
        struct node *second = first->next;
        list = second->next;
        free(first);
        free(second);
    }
    return 0;
}
