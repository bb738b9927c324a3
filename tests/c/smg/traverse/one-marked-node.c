// Exactly one node bears the mark 2, and the node behind it the mark 3: whoever meets the first may rely on the second.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node {
    int mark;
    struct node *next;
};
static struct node *make(int mark, struct node *next) {
    struct node *n = malloc(sizeof *n);
    n->mark = mark;
    n->next = next;
    return n;
}
int main(void) { //~ SAFE
    struct node *list = make(1, 0);
    while (__VERIFIER_nondet_int())
        list = make(1, list);
    list = make(2, make(3, list));
    while (__VERIFIER_nondet_int())
        list = make(1, list);

    struct node *at = list;
    while (at->mark != 2)
        at = at->next;
    assert(at->next->mark == 3);

    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
