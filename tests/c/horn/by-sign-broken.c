// Minus one goes to the wrong list.
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
    struct node *low = 0, *high = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = __VERIFIER_nondet_int();
        if (n->data < -1) {
            n->next = low;
            low = n;
        } else {
            n->next = high;
            high = n;
        }
    }
    for (; high; high = high->next)
        if (high->data < 0)
            reach_error(); //~ ERROR error-reached
}
