// Inserting forgets the back link of the successor, so taking out from the back frees the sentinel's wrong neighbour.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
    struct node *prev;
    int value;
};

static void insert_after(struct node *place, int value) {
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->next = place->next;
    n->prev = place;
    place->next = n;
}

static void take_out(struct node *n) {
    n->prev->next = n->next;
    n->next->prev = n->prev;
    free(n);
}

int main(void) {
    struct node *sentinel = malloc(sizeof *sentinel);
    sentinel->next = sentinel->prev = sentinel;
    sentinel->value = 0;
    while (__VERIFIER_nondet_int()) {
        insert_after(sentinel, 1);
    }
    while (sentinel->next != sentinel) {
        assert(sentinel->prev != sentinel); //~ ERROR assertion-failed
        take_out(sentinel->prev);
    }
    free(sentinel);
    return 0;
}
