// A function sets every node.
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
static void set(struct node *n, int x) {
    n->data = x;
}
int main(void) { //~ SAFE
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        set(n, 11);
        n->next = list;
        list = n;
    }
    for (; list; list = list->next)
        if (list->data != 11)
            reach_error();
}
