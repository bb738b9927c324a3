// A walk over a list of any length: the precondition says that it is one.
//@ engines: auto
struct node { struct node *next; int v; };
int sum(struct node *n) { //~ SAFE
    int s = 0;
    for (; n; n = n->next)
        s += n->v;
    return s;
}
