// A list of any length is freed.
//@ engines: auto
#include <stdlib.h>
struct node { struct node *next; int v; };
void clear(struct node **list) { //~ SAFE
    while (*list) {
        struct node *next = (*list)->next;
        free(*list);
        *list = next;
    }
}
