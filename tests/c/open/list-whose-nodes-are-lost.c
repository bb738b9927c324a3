// A new node is lost for every node of the list.
//@ engines: auto
#include <stdlib.h>
struct node { struct node *next; int v; };
int count(struct node *n) { //~ NOT-PROVED
    int s = 0;
    for (; n; n = n->next) {
        struct node *copy = malloc(sizeof *copy);
        copy->v = n->v;
        s += copy->v;
    }
    return s;
}
