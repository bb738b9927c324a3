// A node is put behind any node of a doubly linked list.
//@ engines: sl
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next, *prev; };
int main(void) { //~ SAFE
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->prev = 0;
        n->next = list;
        if (list)
            list->prev = n;
        list = n;
    }
    struct node *p = list;
    while (p && __VERIFIER_nondet_int())
        p = p->next;
    if (p) {
        struct node *n = malloc(sizeof *n);
        n->prev = p;
        n->next = p->next;
        if (n->next)
            n->next->prev = n;
        p->next = n;
    }
    struct node *last = 0;
    for (p = list; p; p = p->next)
        last = p;
    while (last) {
        struct node *prev = last->prev;
        free(last);
        last = prev;
    }
    return 0;
}
