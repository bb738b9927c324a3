// The number is taken too late.
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
    int put = 0;
    while (__VERIFIER_nondet_int() && put < 1000) {
        struct node *n = malloc(sizeof *n);
        n->data = ++put;
        n->next = list;
        list = n;
    }
    for (; list; list = list->next)
        if (list->data < 0 || list->data >= put)
            reach_error(); //~ ERROR error-reached
}
