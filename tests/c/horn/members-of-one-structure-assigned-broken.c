// As `members-of-one-structure-assigned`, but the copy is made too late.
//@ property: unreach-call
//@ engines: horn
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct pair {
    int low, high;
};
struct node {
    struct pair old, now;
    struct node *next;
};
int main(void) {
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->now.low = 3;
        n->now.high = 4;
        n->now.low = 5;
        n->old = n->now;
        n->next = list;
        list = n;
    }
    for (; list; list = list->next)
        if (list->old.low != 3 || list->old.high != 4 || list->now.low != 5)
            reach_error(); //~ ERROR error-reached
}
