// Merging goes on until both lists are empty, although one of them ends first.
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

static struct node *merge(struct node *a, struct node *b) {
    struct node sentinel = { 0, NULL };
    struct node *last = &sentinel;
    while (a || b) {
        struct node **smaller = a->value < b->value ? &a : &b; //~ ERROR null-deref //~ ERROR null-deref
        struct node *n = *smaller;
        *smaller = n->next;
        last->next = n;
        last = n;
    }
    last->next = a ? a : b;
    return sentinel.next;
}

int main(void) {
    struct node *head = merge(build(), build());
    destroy(head);
    return 0;
}
