// Nodes of one list hold 1, those of the other 2.
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
int main(void) { //~ SAFE
    struct node *ones = 0, *twos = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = 1;
        n->next = ones;
        ones = n;
    }
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = 2;
        n->next = twos;
        twos = n;
    }
    for (; ones; ones = ones->next)
        if (ones->data != 1)
            reach_error();
    for (; twos; twos = twos->next)
        if (twos->data != 2)
            reach_error();
}
