// A walk over a list of any length: no bound, no proof.
//@ engines: sl auto
struct node { struct node *next; int v; };
int sum(struct node *n) {
    int s = 0;
    for (; n; n = n->next)
        s += n->v; //~ UNKNOWN step-budget
    return s;
}
