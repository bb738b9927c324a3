// A doubly-linked list is freed from its last node on.
//@ engines: smg
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

int main(void) { //~ SAFE
    struct node *last = build();
    while (last && last->next)
        last = last->next;
    while (last) {
        struct node *before = last->prev;
        free(last);
        last = before;
    }
    return 0;
}
