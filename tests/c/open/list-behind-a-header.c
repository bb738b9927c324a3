// The list begins in a structure, which is kept.
//@ engines: auto
struct node { int v; struct node *next; };
struct list { int length; struct node *first; };
int longest(struct list *list) { //~ SAFE
    int n = 0;
    if (!list)
        return -1;
    for (struct node *at = list->first; at; at = at->next)
        n++;
    list->length = n;
    return n;
}
