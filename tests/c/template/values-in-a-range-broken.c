// Every node of a list holds a number from 10 to 20. One number is wrong.
//@ engines: template
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct node {
    struct node *next;
    int value;
};
int main(void) {
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->value = __VERIFIER_nondet_int();
        if (n->value < 10)
            n->value = 10;
        if (n->value > 20)
            n->value = 21;
        n->next = list;
        list = n;
    }
    for (struct node *p = list; p; p = p->next)
        if (p->value < 10 || p->value > 20)
            reach_error(); //~ ERROR error-reached
    return 0;
}
