// The copy is thrown away with its result pointer when it has one node.
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

static struct node *copy(const struct node *from) {
    struct node *result = NULL;
    struct node **link = &result;
    for (; from; from = from->next) {
        struct node *n = malloc(sizeof *n);
        n->value = from->value;
        n->next = NULL;
        *link = n;
        link = &n->next;
    }
    return result;
}

int main(void) {
    struct node *list = build();
    static struct node *twin;
    twin = copy(list);
    destroy(list);
    if (twin && twin->next)
        destroy(twin);
    else
        twin = NULL; //~ ERROR memory-leak
    return 0;
}
