// A list of any length is copied node by node, in reverse.
//@ engines: sl
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int v; };
int main(void) { //~ SAFE
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->v = __VERIFIER_nondet_int();
        n->next = list;
        list = n;
    }
    struct node *copy = 0;
    for (struct node *n = list; n; n = n->next) {
        struct node *c = malloc(sizeof *c);
        c->v = n->v;
        c->next = copy;
        copy = c;
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    while (copy) {
        struct node *next = copy->next;
        free(copy);
        copy = next;
    }
    return 0;
}
