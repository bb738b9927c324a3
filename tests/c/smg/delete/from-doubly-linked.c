// Any node is taken out of a doubly-linked list; its neighbours are joined.
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

static struct node *take_out(struct node *head, struct node *n) {
    if (n->next)
        n->next->prev = n->prev;
    if (n->prev)
        n->prev->next = n->next;
    else
        head = n->next;
    free(n);
    return head;
}

int main(void) { //~ SAFE
    struct node *head = build();
    struct node *n = head;
    while (n && __VERIFIER_nondet_int())
        n = n->next;
    if (n)
        head = take_out(head, n);
    for (n = head; n; n = n->next)
        assert(!n->next || n->next->prev == n);
    destroy(head);
    return 0;
}
