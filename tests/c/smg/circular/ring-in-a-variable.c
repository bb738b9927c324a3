// A ring is replaced by another one after it was freed.
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

int main(void) { //~ SAFE
    push();
    while (__VERIFIER_nondet_int())
        push();
    clear();
    push();
    clear();
    return 0;
}
