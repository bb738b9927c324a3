// The block hangs in the caller's list.
//@ engines: sl auto
#include <stdlib.h>
struct node { struct node *next; int v; };
struct list { struct node *head; int length; };
void push(struct list *l, int v) { //~ SAFE
    struct node *n = malloc(sizeof *n);
    n->v = v;
    n->next = l->head;
    l->head = n;
    l->length++;
}
