// Emptying it leaves the pointer to the first node.
//@ engines: sl
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int v; };
int main(void) {
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            struct node *p = list;
            while (p) {
                struct node *next = p->next;
                free(p);
                p = next;
            }
        }
        struct node *n = malloc(sizeof *n);
        n->next = list;
        n->v = 0;
        list = n;
    }
    while (list) {
        struct node *next = list->next; //~ ERROR use-after-free
        free(list);
        list = next;
    }
    return 0;
}
