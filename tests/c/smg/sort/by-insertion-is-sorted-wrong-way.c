// Insertion sort that puts the number before one that is less.
//@ engines: smg
//@ property: unreach-call
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
    int value;
};
static struct node *insert(struct node *list, int value) {
    struct node *n = malloc(sizeof *n);
    n->value = value;
    if (!list || list->value >= value) {
        n->next = list;
        return n;
    }
    struct node *before = list;
    while (before->next && before->next->value > value)
        before = before->next;
    n->next = before->next;
    before->next = n;
    return list;
}
int main(void) {
    struct node *list = 0;
    while (__VERIFIER_nondet_int())
        list = insert(list, __VERIFIER_nondet_int());
    for (struct node *p = list; p && p->next; p = p->next)
        assert(p->value <= p->next->value); //~ ERROR assertion-failed
    while (list) {
        struct node *n = list;
        list = n->next;
        free(n);
    }
    return 0;
}
