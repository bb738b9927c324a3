// The ring is not cut open, so freeing it comes back to the node freed first.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *ring = malloc(sizeof *ring);
    ring->value = 0;
    ring->next = ring;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->value = 1;
        n->next = ring->next;
        ring->next = n;
    }
    struct node *n = ring->next;
    while (n) {
        struct node *next = n->next; //~ ERROR use-after-free
        free(n);
        n = next;
    }
    return 0;
}
