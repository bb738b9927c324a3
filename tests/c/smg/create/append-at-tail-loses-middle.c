// Appending overwrites both pointers without linking the new node to the old one.
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
    list->first = n;
    list->last = n; //~ ERROR memory-leak
}

int main(void) {
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
