// The back link is not set: the first node of the result seems to have a predecessor.
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
        n->prev = n;
        last = n;
        n = next;
    }
    return last;
}

int main(void) {
    struct node *head = build();
    head = reverse(head);
    assert(!head || !head->prev); //~ ERROR assertion-failed
    destroy(head);
    return 0;
}
