// Some nodes get another number.
//@ property: unreach-call
//@ engines: horn
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct node { int data; struct node *next; };
int main(void) {
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        memset(n, 0, sizeof *n);
        if (n->data || n->next)
            reach_error();
        struct node value = { __VERIFIER_nondet_int() == 5 ? 4 : 3, list };
        memcpy(n, &value, sizeof value);
        list = n;
    }
    for (; list; list = list->next)
        if (list->data != 3)
            reach_error(); //~ ERROR error-reached
}
