// A list of nodes that lead both ways is freed along one of them.
//@ engines: template auto
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node { struct node *next; struct node *prev; int v; };
int main(void) { //~ SAFE
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        n->prev = 0;
        if (list) list->prev = n;
        list = n;
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
