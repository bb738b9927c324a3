// The value itself is put in.
//@ engines: horn
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct node {
    int data;
    struct node *next;
};
int main(void) {
    struct node *list = 0;
    int most = 0;
    while (__VERIFIER_nondet_int()) {
        int value = __VERIFIER_nondet_int();
        if (value > most)
            most = value;
        struct node *n = malloc(sizeof *n);
        n->data = value;
        n->next = list;
        list = n;
    }
    for (; list; list = list->next)
        if (list->data < 0 || list->data > most)
            reach_error(); //~ ERROR error-reached
}
