// Every item knows its owner.
//@ engines: horn
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct owner {
    int number;
};
struct node {
    struct owner *up;
    struct node *next;
};
int main(void) { //~ SAFE
    struct owner *owner = malloc(sizeof *owner);
    owner->number = 5;
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->up = owner;
        n->next = list;
        list = n;
    }
    for (; list; list = list->next)
        if (list->up->number != 5)
            reach_error();
}
