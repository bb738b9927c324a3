// Some nodes are not put into the list.
//@ engines: template smg auto
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node { struct node *next; int v; };
struct node *list;
int main(void) { //~ NOT-PROVED
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->v = 1;
        n->next = list;
        if (__VERIFIER_nondet_int()) list = n;
    }
    return 0;
}
