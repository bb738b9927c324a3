// One field lacks a bit.
//@ engines: horn
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
void reach_error(void);
struct pair {
    int a, b;
    struct pair *next;
};
int main(void) {
    struct pair *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct pair *n = malloc(sizeof *n);
        n->a = __VERIFIER_nondet_int();
        n->b = n->a & ~1;
        n->next = list;
        list = n;
    }
    for (; list; list = list->next)
        if (list->a != list->b)
            reach_error(); //~ ERROR error-reached
}
