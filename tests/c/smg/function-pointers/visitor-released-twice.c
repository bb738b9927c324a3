// The visitor that frees the nodes is called for the list twice.
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
        struct node *next = list->next; //~ ERROR use-after-free
        visit(list);
        list = next;
    }
}

static void clear(struct node *n) {
    n->value = 0;
}

static void release(struct node *n) {
    free(n);
}

int main(void) {
    struct node *list = build();
    for_each(list, clear);
    for_each(list, release);
    for_each(list, release);
    return 0;
}
