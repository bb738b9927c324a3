// Every node of a list that grows at its front is freed, and none twice: what is left can be reached from the list's pointer.
//@ engines: template auto
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node { struct node *next; int v; };
int main(void) { //~ SAFE
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        list = n;
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
