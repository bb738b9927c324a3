// The number that decides which mark the nodes bear is asked for again for each node.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node {
    int mark;
    struct node *next;
};
int main(void) {
    int fancy = __VERIFIER_nondet_int();
    struct node *list = malloc(sizeof *list);
    struct node *last = list;
    while (__VERIFIER_nondet_int()) {
        last->mark = fancy ? 4 : 5;
        last->next = malloc(sizeof *last);
        last = last->next;
        fancy = __VERIFIER_nondet_int();
    }
    last->mark = 6;
    last->next = 0;

    struct node *at = list;
    if (fancy)
        while (at->mark == 4)
            at = at->next;
    else
        while (at->mark == 5)
            at = at->next;
    assert(at->mark == 6); //~ ERROR assertion-failed

    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
