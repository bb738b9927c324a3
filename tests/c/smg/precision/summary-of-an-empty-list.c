// The second list may be empty, too.
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
int main(void) {
    struct node *some = 0;
    while (__VERIFIER_nondet_int())
        some = push(some);
    look(some);
    release(some);
    struct node *list = 0;
    while (__VERIFIER_nondet_int())
        list = push(list);
    look(list);
    struct node *second = list->next; //~ ERROR null-deref
    free(list);
    release(second);
    return 0;
}
