// Nodes have an array inside, one element of which becomes too large.
//@ engines: template
//@ property: unreach-call
//@ property: valid-deref
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct node {
    int used;
    int values[4];
    struct node *next;
};
int main(void) {
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            abort();
        node->values[0] = node->values[1] = node->values[2] = node->values[3] = 0;
        node->used = 0;
        node->next = list;
        list = node;
    }
    for (struct node *p = list; p; p = p->next) {
        int i = __VERIFIER_nondet_int();
        if (i >= 0 && i < 4) {
            p->values[i] = i + 4;
            p->used++;
        }
    }
    for (struct node *p = list; p; p = p->next)
        if (p->values[1] < 0 || p->values[1] > 4)
            reach_error(); //~ ERROR error-reached
    return 0;
}
