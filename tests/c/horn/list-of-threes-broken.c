// The first node holds 4.
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
int main(void) {
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = list ? 3 : 4;
        n->next = list;
        list = n;
    }
    while (list) {
        if (list->data != 3)
            reach_error(); //~ ERROR error-reached
        list = list->next;
    }
}
