// Nodes of two kinds; a mark says which.
//@ engines: horn
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct node {
    int mark, data;
    struct node *next;
};
int main(void) { //~ SAFE
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->mark = __VERIFIER_nondet_int() ? 1 : 2;
        n->data = n->mark == 1 ? 10 : 20;
        n->next = list;
        list = n;
    }
    for (; list; list = list->next)
        if (list->mark == 1 && list->data != 10)
            reach_error();
}
