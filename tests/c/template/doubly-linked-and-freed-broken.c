// The list is cut off behind some nodes.
//@ engines: template smg auto
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node { struct node *next; struct node *prev; int v; };
int main(void) { //~ NOT-PROVED
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = __VERIFIER_nondet_int() ? list : 0;
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
