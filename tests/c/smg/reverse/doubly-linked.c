// Turning a doubly-linked list around swaps the two links of each node.
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

static struct node *reverse(struct node *n) {
    struct node *last = NULL;
    while (n) {
        struct node *next = n->next;
        n->next = n->prev;
        n->prev = next;
        last = n;
        n = next;
    }
    return last;
}

int main(void) { //~ SAFE
    struct node *head = build();
    head = reverse(head);
    assert(!head || !head->prev);
    destroy(head);
    return 0;
}
