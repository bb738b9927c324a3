// The node behind the last one is read.
//@ engines: auto
struct node { struct node *next; int v; };
int last(struct node *n) { //~ NOT-PROVED
    while (n->next)
        n = n->next;
    while (n)
        n = n->next;
    return n->v;
}
