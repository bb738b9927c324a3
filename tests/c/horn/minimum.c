// No node is below the minimum that was kept.
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
    int least = 1000000;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = __VERIFIER_nondet_int();
        if (n->data < least)
            least = n->data;
        n->next = list;
        list = n;
    }
    for (; list; list = list->next)
        if (list->data < least)
            reach_error();
}
