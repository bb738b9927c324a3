// What the undefined function does to the list is not known.
//@ engines: auto
struct node { struct node *next; int v; };
void look_at(struct node *n);
int count(struct node *n) { //~ NOT-PROVED
    int s = 0;
    for (; n; n = n->next) {
        look_at(n);
        s++;
    }
    return s;
}
