// What a function resets in all nodes is zero or one afterwards.
//@ engines: horn
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct node {
    int data;
    struct node *next;
};
static void clear(struct node *at) {
    for (; at; at = at->next)
        at->data = 0;
}
int main(void) { //~ SAFE
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = 1;
        n->next = list;
        list = n;
        if (__VERIFIER_nondet_int())
            clear(list);
    }
    for (; list; list = list->next)
        if (list->data != 0 && list->data != 1)
            reach_error();
}
