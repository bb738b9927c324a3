//@ args: contracts --no-cache
#include <stdlib.h>
struct node { struct node *next; int v; };
void note(struct node *n);
struct node *push(struct node *l, int v) {
    struct node *n = malloc(sizeof *n);
    n->next = l;
    n->v = v;
    return n;
}
struct node *pop(struct node *l) {
    if (!l)
        return 0;
    struct node *n = l->next;
    note(n);
    free(l);
    return n;
}
void drop(struct node *l) {
    while (l) {
        struct node *n = l->next;
        free(l);
        l = n;
    }
}
int last(struct node *l) {
    free(l);
    return l->v;
}
