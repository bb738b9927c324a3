// The link is overwritten before it is copied: the new node points to itself, the rest is lost.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

static struct node *build(void) {
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->value = __VERIFIER_nondet_int();
        n->next = head;
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

static void insert_after(struct node *place, int value) {
    struct node *n = malloc(sizeof *n);
    n->value = value;
    place->next = n; //~ ERROR memory-leak
    n->next = place->next;
}

int main(void) {
    static struct node *head;
    head = build();
    struct node *place = head;
    while (place && __VERIFIER_nondet_int())
        place = place->next;
    if (place)
        insert_after(place, 10);
    if (!place)
        destroy(head);
    return 0;
}
