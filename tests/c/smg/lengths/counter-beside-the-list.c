// A list that knows its length: whoever counts the nodes finds as many, and none is left when the length is zero.
//@ engines: smg
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
    n->next = list->first;
    list->first = n;
    list->length++;
}
static unsigned count(const struct list *list) {
    unsigned n = 0;
    for (const struct node *p = list->first; p; p = p->next)
        n++;
    return n;
}
int main(void) { //~ SAFE
    struct list list = {0, 0};
    while (__VERIFIER_nondet_int())
        push(&list);
    assert(count(&list) == list.length);
    while (list.first) {
        struct node *n = list.first;
        list.first = n->next;
        list.length--;
        free(n);
        assert(count(&list) == list.length);
    }
    assert(list.length == 0);
    return 0;
}
