// A function that only looks at a list is called for a list that may be empty, and later for one that is not. What it did for
// the first answers the second call, too, but not whether the list has a node.
//@ engines: smg
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
};
static struct node *push(struct node *list) {
    struct node *n = malloc(sizeof *n);
    n->next = list;
    return n;
}
static void look(struct node *list) {
    for (struct node *n = list; n; n = n->next)
        if (__VERIFIER_nondet_int())
            return;
}
static void release(struct node *list) {
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}
int main(void) { //~ SAFE
    struct node *some = 0;
    while (__VERIFIER_nondet_int())
        some = push(some);
    look(some);
    release(some);
    struct node *list = push(0);
    while (__VERIFIER_nondet_int())
        list = push(list);
    look(list);
    struct node *second = list->next;
    free(list);
    release(second);
    return 0;
}
