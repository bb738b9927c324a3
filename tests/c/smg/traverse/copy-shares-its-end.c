// The copy of a node keeps the link of the original, so freeing both walks through freed nodes.
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
        struct node *next = head->next; //~ ERROR use-after-free
        free(head);
        head = next;
    }
}

static struct node *copy(const struct node *from) {
    struct node *result = NULL;
    struct node **link = &result;
    for (; from; from = from->next) {
        struct node *n = malloc(sizeof *n);
        n->value = from->value;
        n->next = from->next;
        *link = n;
        break;
    }
    return result;
}

int main(void) {
    struct node *list = build();
    struct node *twin = copy(list);
    destroy(list);
    destroy(twin);
    return 0;
}
