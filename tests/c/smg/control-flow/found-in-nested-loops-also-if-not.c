// The way out for what was found is taken also when the loops have ended without a result.
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

int main(void) {
    struct node *one = build(), *two = build();
    struct node *a, *b;
    for (a = one; a; a = a->next)
        for (b = two; b; b = b->next)
            if (a->value == b->value)
                goto found;
found:
    a->value = 1; //~ ERROR null-deref
    destroy(one);
    destroy(two);
    return 1;
}
