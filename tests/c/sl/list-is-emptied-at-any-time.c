// A list grows and is emptied, again and again.
//@ engines: sl
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int v; };
int main(void) { //~ SAFE
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            while (list) {
                struct node *next = list->next;
                free(list);
                list = next;
            }
        }
        struct node *n = malloc(sizeof *n);
        n->next = list;
        n->v = 0;
        list = n;
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
