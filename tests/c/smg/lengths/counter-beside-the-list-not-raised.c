// A list that knows its length, but not that of a node which is put behind the first one.
//@ engines: smg
//@ property: unreach-call
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
};
struct list {
    struct node *first;
    unsigned length;
};
static void push(struct list *list) {
    struct node *n = malloc(sizeof *n);
    if (list->first && __VERIFIER_nondet_int()) {
        n->next = list->first->next;
        list->first->next = n;
        return;
    }
    n->next = list->first;
    list->first = n;
    list->length++;
}
int main(void) {
    struct list list = {0, 0};
    while (__VERIFIER_nondet_int())
        push(&list);
    unsigned n = 0;
    for (const struct node *p = list.first; p; p = p->next)
        n++;
    assert(n == list.length); //~ ERROR assertion-failed
    return 0;
}
