// One list is appended to another by recursion.
//@ engines: sl
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int v; };
static struct node *append(struct node *a, struct node *b) {
    if (!a)
        return b;
    a->next = append(a->next, b);
    return a;
}
int main(void) { //~ SAFE
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->v = __VERIFIER_nondet_int();
        n->next = list;
        list = n;
    }
    struct node *other = malloc(sizeof *other);
    other->next = 0;
    other->v = 0;
    list = append(list, other);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
