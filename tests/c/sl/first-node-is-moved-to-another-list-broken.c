// The node is in both lists.
//@ engines: sl
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int v; };
int main(void) {
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->v = __VERIFIER_nondet_int();
        n->next = list;
        list = n;
    }
    struct node *other = 0;
    if (list) {
        struct node *n = list;
        n->next = other;
        other = n;
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    while (other) {
        struct node *next = other->next; //~ ERROR use-after-free
        free(other);
        other = next;
    }
    return 0;
}
