// A list built in order with a pointer to its last node.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

struct list {
    struct node *first;
    struct node *last;
};

static void append(struct list *list, int value) {
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->next = NULL;
    if (list->last)
        list->last->next = n;
    else
        list->first = n;
    list->last = n;
}

int main(void) { //~ SAFE
    struct list list = { NULL, NULL };
    while (__VERIFIER_nondet_int())
        append(&list, 3);
    while (list.first) {
        struct node *n = list.first;
        list.first = n->next;
        free(n);
    }
    return 0;
}
