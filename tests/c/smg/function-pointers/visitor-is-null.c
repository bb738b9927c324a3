// No visitor is given.
//@ engines: smg
#include <assert.h>
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

static void for_each(struct node *list, void (*visit)(struct node *)) {
    while (list) {
        struct node *next = list->next;
        visit(list); //~ ERROR null-deref
        list = next;
    }
}

int main(void) {
    struct node *list = build();
    for_each(list, NULL);
    return 0;
}
