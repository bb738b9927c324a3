// Something else is written.
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
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = 1;
        n->next = list;
        list = n;
    }
    for (struct node *at = list; at; at = at->next)
        at->data += 2;
    for (struct node *at = list; at; at = at->next)
        if (at->data != 2 && at->data != 1)
            reach_error(); //~ ERROR error-reached
}
