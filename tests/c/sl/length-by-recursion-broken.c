// The function reads the node behind the last one.
//@ engines: sl
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int v; };
static int length(struct node *n) {
    if (!n->next) //~ ERROR null-deref
        return 0;
    return 1 + length(n->next);
}
int main(void) {
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
