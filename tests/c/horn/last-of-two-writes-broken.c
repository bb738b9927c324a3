// The last node is written once more.
//@ engines: horn
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
void reach_error(void);
struct node {
    int data;
    struct node *next;
};
int main(void) {
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = 1;
        n->next = list;
        list = n;
    }
    for (struct node *at = list; at; at = at->next) {
        at->data = 2;
        at->data = 3;
        if (!at->next)
            at->data = 2;
    }
    for (struct node *at = list; at; at = at->next)
        if (at->data != 3)
            reach_error(); //~ ERROR error-reached
}
