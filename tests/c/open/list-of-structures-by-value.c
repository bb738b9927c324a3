// The list comes in a structure that is passed by value: not proved today, and nothing is wrong.
//@ engines: auto
struct node { struct node *next; int v; };
struct list { struct node *first; long length; };
int sum(struct list list) { //~ NOT-VIOLATED
    int s = 0;
    for (struct node *n = list.first; n; n = n->next)
        s += n->v;
    return s;
}
