// The first node is freed before its successor is read.
//@ engines: sl
//@ property: valid-deref valid-free valid-memtrack
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int v; };
int main(void) {
    struct node *head = 0;
    for (int i = 0; i < 4 && __VERIFIER_nondet_int(); i++) {
        struct node *n = malloc(sizeof *n);
        n->v = i;
        n->next = head;
        head = n;
    }
    while (head) {
        free(head);
        head = head->next; //~ ERROR use-after-free
    }
    return 0;
}
