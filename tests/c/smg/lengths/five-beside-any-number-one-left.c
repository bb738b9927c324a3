// The list of five nodes has a sixth one.
//@ engines: smg
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
static void append(struct list *l, int value) {
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
int main(void) {
    struct list *any = calloc(1, sizeof *any);
    struct list *five = calloc(1, sizeof *five);
    do
        append(any, __VERIFIER_nondet_int());
    while (__VERIFIER_nondet_int());
    for (int i = 0; i < 6; i++)
        append(five, __VERIFIER_nondet_int());
    for (struct node *n = any->first, *next; n; n = next) {
        next = n->next;
        free(n);
    }
    struct node *n = five->last;
    for (int i = 0; i < 5; i++) {
        struct node *prev = n->prev;
        free(n);
        n = prev;
    }
    free(five); //~ ERROR memory-leak
    free(any);
    return 0;
}
