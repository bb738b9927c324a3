// Two lists share their nodes.
//@ engines: horn
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct node {
    int data;
    struct node *next;
};
int main(void) { //~ SAFE
    struct node *one = 0, *other = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = 7;
        n->next = one;
        one = n;
        if (__VERIFIER_nondet_int())
            other = one;
    }
    for (; other; other = other->next)
        if (other->data != 7)
            reach_error();
}
