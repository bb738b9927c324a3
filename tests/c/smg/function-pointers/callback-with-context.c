// A callback gets a pointer to the caller's variable.
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
    *place = n;
    return n->next != NULL;
}

int main(void) { //~ SAFE
    struct node *list = NULL, *last = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->value = 1;
        n->next = list;
        list = n;
    }
    walk(list, remember, &last);
    if (last)
        assert(last->value == 1);
    destroy(list);
    return 0;
}
