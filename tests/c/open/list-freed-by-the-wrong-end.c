// Every second node is used after it was freed.
//@ engines: auto
#include <stdlib.h>
struct node { struct node *next; int v; };
int drop(struct node *n) { //~ NOT-PROVED
    int s = 0;
    while (n && n->next) {
        struct node *second = n->next;
        free(second);
        n = n->v > 100 ? n->next->next : second->next;
        s++;
    }
    return s;
}
