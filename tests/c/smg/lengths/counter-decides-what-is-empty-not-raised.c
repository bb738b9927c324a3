// The counter is not raised for every other node: the last nodes are lost.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    struct node *prev, *next;
};
struct list {
    struct node *first, *last;
    unsigned length;
};
static void push(struct list *list) {
    struct node *n = malloc(sizeof *n);
    if (list->length) {
        n->prev = list->last;
        n->next = NULL;
        list->last->next = n;
        list->last = n;
    } else {
        list->first = list->last = n;
        n->prev = n->next = NULL;
    }
    if (__VERIFIER_nondet_int() || !list->length) ++list->length;
}
static struct node *pop(struct list *list) {
    if (!list->length)
        return NULL;
    struct node *n = list->first;
    if (--list->length) {
        list->first = n->next;
        list->first->prev = NULL;
    } else {
        list->first = list->last = NULL;
    }
    return n;
}
int main(void) {
    struct list *list = malloc(sizeof *list);
    list->first = list->last = NULL;
    list->length = 0;
    while (__VERIFIER_nondet_int())
        if (__VERIFIER_nondet_int())
            push(list);
        else
            free(pop(list));
    struct node *n = list->first;
    for (unsigned left = list->length; left--;) {
        struct node *next = n->next;
        free(n);
        n = next;
    }
    free(list); //~ NOT-PROVED
    return 0;
}
