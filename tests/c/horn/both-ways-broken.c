// The way back is not set.
//@ engines: horn
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct node {
    struct node *next, *prev;
};
int main(void) {
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        n->prev = 0;
        if (list && list->next)
            list->prev = n;
        list = n;
    }
    while (list) {
        if (list->next && list->next->prev != list)
            reach_error(); //~ ERROR error-reached
        list = list->next;
    }
}
