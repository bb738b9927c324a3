// A walk around a ring ends where it began.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

int main(void) { //~ SAFE
    struct node *ring = malloc(sizeof *ring);
    ring->value = 1;
    ring->next = ring;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->value = 1;
        n->next = ring->next;
        ring->next = n;
    }
    struct node *n = ring;
    do {
        assert(n->value == 1);
        n = n->next;
    } while (n != ring);
    n = ring->next;
    while (n != ring) {
        struct node *next = n->next;
        free(n);
        n = next;
    }
    free(ring);
    return 0;
}
