// Two lists are walked side by side as long as both have nodes.
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

static int same(const struct node *a, const struct node *b) {
    while (a && b) {
        if (a->value != b->value)
            return 0;
        a = a->next;
        b = b->next;
    }
    return a == b;
}

int main(void) { //~ SAFE
    struct node *one = build();
    struct node *two = build();
    int equal = same(one, two);
    destroy(one);
    destroy(two);
    return equal;
}
