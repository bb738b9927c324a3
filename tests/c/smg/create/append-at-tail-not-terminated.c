// The last node's link is never set, and freeing the list follows it.
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
    if (list->last)
        list->last->next = n;
    else
        list->first = n;
    list->last = n;
}

int main(void) {
    static struct list list;
    while (__VERIFIER_nondet_int())
        append(&list, 3);
    append(&list, 4);
    struct node *second = list.last->next;
    int value = second->value; //~ ERROR uninit-pointer
    return value;
}
