// The nodes of a list are counted by recursion.
//@ engines: sl
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int v; };
static int length(struct node *n) {
    if (!n)
        return 0;
    return 1 + length(n->next);
}
int main(void) { //~ SAFE
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->v = __VERIFIER_nondet_int();
        n->next = list;
        list = n;
    }
    int n = length(list);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return n > 0 ? 0 : 1;
}
