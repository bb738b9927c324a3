// A node of a doubly linked list is taken out.
//@ engines: sl auto
#include <stdlib.h>
struct node { struct node *next, *prev; };
void remove_node(struct node *n) { //~ SAFE
    if (n->prev)
        n->prev->next = n->next;
    if (n->next)
        n->next->prev = n->prev;
    free(n);
}
