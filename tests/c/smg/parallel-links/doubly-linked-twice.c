// Each node is in two doubly-linked lists, in the same order: the lists may be walked and taken down by either.
//@ engines: smg
//@ property: valid-memtrack valid-deref valid-free unreach-call
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node {
    struct node *next, *prev, *newer, *older;
};

int main(void) { //~ SAFE
    struct node *head = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = head;
        n->newer = head;
        n->prev = 0;
        n->older = 0;
        if (head) {
            head->prev = n;
            head->older = n;
        }
        head = n;
    }
    struct node *last = 0;
    for (struct node *n = head; n; n = n->next) {
        if (n->prev != n->older || n->newer && n->newer->prev != n)
            reach_error();
        last = n;
    }
    while (last) {
        struct node *n = last->older;
        free(last);
        last = n;
    }
    return 0;
}
