// The variable is cleared while the ring still hangs on it: a ring keeps itself alive for nobody.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

static struct node *ring;

static void push(void) {
    struct node *n = malloc(sizeof *n);
    n->value = 0;
    if (ring) {
        n->next = ring->next;
        ring->next = n;
    } else {
        n->next = n;
        ring = n;
    }
}

static void clear(void) {
    if (!ring)
        return;
    struct node *n = ring->next;
    ring->next = NULL;
    ring = NULL;
    while (n) {
        struct node *next = n->next;
        free(n);
        n = next;
    }
}

int main(void) {
    push();
    while (__VERIFIER_nondet_int())
        push();
    ring = NULL; //~ ERROR memory-leak
    push();
    clear();
    return 0;
}
