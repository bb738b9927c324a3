// The list never ends in null, which the function does not test: no list is assumed.
//@ engines: auto
struct node { struct node *next; int v; };
int sum(struct node *first) { //~ NOT-VIOLATED
    int s = 0;
    struct node *n = first;
    do {
        s += n->v;
        n = n->next;
    } while (n != first);
    return s;
}
