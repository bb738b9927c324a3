// Some nodes are lost when the list is taken apart.
//@ engines: template smg auto
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node { struct node *next; int v; };
int main(void) { //~ NOT-PROVED
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        list = n;
    }
    while (list) {
        struct node *next = list->next;
        if (__VERIFIER_nondet_int()) free(list);
        list = next;
    }
    return 0;
}
