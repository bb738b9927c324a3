// The node where the walk began is freed on the way, then the walk goes around once more.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *ring = malloc(sizeof *ring);
    ring->value = 1;
    ring->next = ring;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->value = 1;
        n->next = ring->next;
        ring->next = n;
    }
    struct node *second = ring->next;
    free(ring);
    struct node *n = second;
    do {
        assert(n->value == 1); //~ ERROR use-after-free
        n = n->next;
    } while (n != second);
    return 0;
}
