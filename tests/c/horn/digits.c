// Inputs that are no digits are left out.
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
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        int value = __VERIFIER_nondet_int();
        if (value < 0 || value > 9)
            continue;
        struct node *n = malloc(sizeof *n);
        n->data = value;
        n->next = list;
        list = n;
    }
    for (; list; list = list->next)
        if (list->data < 0 || list->data > 9)
            reach_error();
}
