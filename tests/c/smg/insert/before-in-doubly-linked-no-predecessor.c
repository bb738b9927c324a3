// The predecessor is used although the first node has none.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
    struct node *prev;
    int value;
};

static struct node *build(void) {
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->value = __VERIFIER_nondet_int();
        n->prev = NULL;
        n->next = head;
        if (head)
            head->prev = n;
        head = n;
    }
    return head;
}

static void destroy(struct node *head) {
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
}

static struct node *insert_before(struct node *head, struct node *place, int value) {
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->next = place;
    n->prev = place->prev;
    place->prev = n;
    n->prev->next = n; //~ ERROR null-deref
    return head;
}

int main(void) {
    struct node *head = build();
    struct node *place = head;
    while (place && __VERIFIER_nondet_int())
        place = place->next;
    if (place) {
        head = insert_before(head, place, 4);
        assert(place->prev->next == place);
    }
    destroy(head);
    return 0;
}
