// The node is freed before its link is read.
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
    struct node *prev = 0, *n = list;
    while (n) {
        struct node *next = n->next;
        if (n->v < 0) {
            if (prev)
                prev->next = next;
            else
                list = next;
            free(n);
        } else {
            prev = n;
        }
        n = n->next; //~ ERROR use-after-free
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
