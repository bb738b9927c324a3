// The same nodes in the same order by two fields, with a number between them.
//@ engines: smg
//@ property: valid-memtrack valid-deref valid-free unreach-call
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node {
    struct node *next;
    int used;
    struct node *all;
};
static struct node *head, *all;

int main(void) { //~ SAFE
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->used = 1;
        n->next = head;
        head = n;
        n->all = all;
        all = n;
    }
    for (struct node *n = head; n; n = n->next)
        n->used++;
    for (struct node *n = all; n; n = n->all)
        if (n->used != 2)
            reach_error();
    while (all) {
        struct node *n = all;
        all = all->all;
        free(n);
    }
    return 0;
}
