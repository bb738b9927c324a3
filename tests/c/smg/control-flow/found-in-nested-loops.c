// A jump leaves two loops at once when a pair is found.
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

int main(void) { //~ SAFE
    struct node *one = build(), *two = build();
    struct node *a, *b;
    for (a = one; a; a = a->next)
        for (b = two; b; b = b->next)
            if (a->value == b->value)
                goto found;
    destroy(one);
    destroy(two);
    return 0;
found:
    a->value = b->value + (b->value < 0);
    destroy(one);
    destroy(two);
    return 1;
}
