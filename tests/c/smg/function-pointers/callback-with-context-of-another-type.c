// The context is a node and not a place for one: its first bytes are overwritten beyond its size.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

static void destroy(struct node *head) {
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
}

static void walk(struct node *list, int (*callback)(struct node *, void *), void *context) {
    while (list && callback(list, context))
        list = list->next;
}

static int remember(struct node *n, void *context) {
    struct node **place = context;
    *place = n; //~ ERROR out-of-bounds
    return n->next != NULL;
}

int main(void) {
    struct node *list = NULL;
    int found = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->value = 1;
        n->next = list;
        list = n;
    }
    walk(list, remember, &found);
    assert(found == 0);
    destroy(list);
    return 0;
}
