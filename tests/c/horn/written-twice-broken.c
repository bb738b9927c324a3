// The second write may be left out.
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
        n->data = 3;
        n->next = list;
        if (__VERIFIER_nondet_int() != 9)
            n->data = 4;
        list = n;
    }
    for (struct node *p = list; p; p = p->next)
        if (p->data != 4)
            reach_error(); //~ ERROR error-reached
}
