// A member is assigned to another member of the same structure, in the nodes of a list.
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
int main(void) { //~ SAFE
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->now.low = 3;
        n->now.high = 4;
        n->old = n->now;
        n->now.low = 5;
        n->next = list;
        list = n;
    }
    for (; list; list = list->next)
        if (list->old.low != 3 || list->old.high != 4 || list->now.low != 5)
            reach_error();
}
