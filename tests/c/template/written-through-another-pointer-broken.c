// Two pointers may lead to one node. One number is wrong.
//@ engines: template
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct node {
    struct node *next;
    int value;
};
int main(void) {
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->value = 1;
        n->next = list;
        list = n;
    }
    struct node *p = list, *q = list;
    while (p && __VERIFIER_nondet_int())
        p = p->next;
    while (q && __VERIFIER_nondet_int())
        q = q->next;
    if (p && q) {
        p->value = 2;
        q->value = 3;
        if (p->value != 2)
            reach_error(); //~ ERROR error-reached
    }
    return 0;
}
