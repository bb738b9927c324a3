// One node is left when nobody looks at the list any more.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node {
    struct node *prev;
    struct node *next;
    int value;
};
struct list {
    struct node *first;
    struct node *last;
};
static void push(struct list *l, int value) {
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->next = 0;
    n->prev = l->last;
    if (l->last)
        l->last->next = n;
    else
        l->first = n;
    l->last = n;
}
static int pop(struct list *l) {
    struct node *n = l->last;
    int value = n->value;
    l->last = n->prev;
    if (l->last)
        l->last->next = 0;
    else
        l->first = 0;
    free(n);
    return value;
}
int main(void) {
    struct list many = {0, 0}, six = {0, 0};
    do
        push(&many, __VERIFIER_nondet_int());
    while (__VERIFIER_nondet_int());
    for (int i = 0; i < 7; i++)
        push(&six, __VERIFIER_nondet_int());
    while (many.first)
        pop(&many);
    for (int i = 0; i < 6; i++)
        pop(&six);
    assert(six.last);
    return 0; //~ ERROR memory-leak
}
