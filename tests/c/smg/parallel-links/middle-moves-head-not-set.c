// The head is not set when a node is put in before the first one, and the list is freed from the head on.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    struct node *next, *prev;
};

int main(void) { //~ NOT-PROVED
    struct node *head = malloc(sizeof *head), *at = head;
    head->next = 0;
    head->prev = 0;
    while (__VERIFIER_nondet_int()) {
        if (at->next && __VERIFIER_nondet_int())
            at = at->next;
        if (at->prev && __VERIFIER_nondet_int())
            at = at->prev;
        struct node *n = malloc(sizeof *n);
        if (__VERIFIER_nondet_int()) {
            n->next = at->next;
            n->prev = at;
            if (at->next)
                at->next->prev = n;
            at->next = n;
        } else {
            n->next = at;
            n->prev = at->prev;
            if (at->prev)
                at->prev->next = n;
            at->prev = n;
        }
    }
    at = head;
    while (at) {
        struct node *n = at->next;
        free(at);
        at = n;
    }
    return 0;
}
