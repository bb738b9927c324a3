// Length and destruction of a list of any length, both by recursion.
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

static int has_zero(struct node *n) {
    return n && (n->value == 0 || has_zero(n->next));
}

static void destroy(struct node *n) {
    if (n) {
        struct node *next = n->next;
        free(n);
        destroy(next);
    }
}

int main(void) { //~ SAFE
    struct node *head = build();
    int zero = has_zero(head);
    destroy(head);
    return zero;
}
