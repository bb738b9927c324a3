// Others hold 2.
//@ engines: horn
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct node {
    int data;
    struct node *next;
};
int main(void) {
    struct node *first = malloc(sizeof *first);
    first->data = 1;
    first->next = first;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = 2;
        n->next = first->next;
        first->next = n;
    }
    struct node *at = first;
    do {
        if (at->data != 1)
            reach_error(); //~ ERROR error-reached
        at = at->next;
    } while (at != first && __VERIFIER_nondet_int());
}
