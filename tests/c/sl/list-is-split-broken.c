// The second list is not freed.
//@ engines: sl
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int v; };
static void destroy(struct node *list) {
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}
int main(void) {
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->v = __VERIFIER_nondet_int();
        n->next = list;
        list = n;
    }
    struct node *even = 0, *odd = 0;
    while (list) { //~ ERROR memory-leak
        struct node *n = list;
        list = n->next;
        if (n->v > 0) {
            n->next = even;
            even = n;
        } else {
            n->next = odd;
            odd = n;
        }
    }
    destroy(even);
    return 0;
}
