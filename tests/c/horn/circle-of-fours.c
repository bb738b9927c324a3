// Every node of a circle holds 4.
//@ engines: horn
//@ property: unreach-call
//@ args: --time 1s
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
void reach_error(void);
struct node {
    int data;
    struct node *next;
};
int main(void) { //~ NOT-VIOLATED
    struct node *ring = malloc(sizeof *ring);
    ring->data = 4;
    ring->next = ring;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = 4;
        n->next = ring->next;
        ring->next = n;
    }
    for (struct node *at = ring->next; at != ring; at = at->next)
        if (at->data != 4)
            reach_error();
}
