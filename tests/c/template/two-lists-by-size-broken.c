// Small numbers are in one list and large ones in the other. One number is wrong.
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
    struct node *small = 0, *large = 0;
    while (__VERIFIER_nondet_int()) {
        int value = __VERIFIER_nondet_int();
        if (value < 100) {
            struct node *n = malloc(sizeof *n);
            n->value = value;
            n->next = small;
            small = n;
        } else {
            struct node *n = malloc(sizeof *n);
            n->value = value;
            n->next = large;
            large = n;
        }
    }
    for (struct node *p = small; p; p = p->next)
        if (p->value >= 99)
            reach_error(); //~ ERROR error-reached
    for (struct node *p = large; p; p = p->next)
        if (p->value < 100)
            reach_error();
    return 0;
}
