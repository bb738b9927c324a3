// Nothing is freed, and everything can be reached in the end.
//@ engines: template auto
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node { struct node *next; int v; };
struct node *list;
int main(void) { //~ SAFE
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->v = 1;
        n->next = list;
        list = n;
    }
    return 0;
}
