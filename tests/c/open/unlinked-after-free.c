// The node is freed before its neighbours are told.
//@ engines: sl auto
#include <stdlib.h>
struct node { struct node *next, *prev; };
void remove_node(struct node *n) {
    if (n->prev)
        n->prev->next = n->next;
    free(n);
    if (n->next) //~ ERROR use-after-free
        n->next->prev = 0;
}
