// The node in front is marked, the others are not.
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
int main(void) { //~ SAFE
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = 1;
        n->next = list;
        list = n;
    }
    struct node *first = malloc(sizeof *first);
    first->data = 2;
    first->next = list;
    if (first->data != 2)
        reach_error();
    for (struct node *at = first->next; at; at = at->next)
        if (at->data != 1)
            reach_error();
}
