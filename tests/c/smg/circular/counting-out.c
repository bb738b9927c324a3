// Counting-out: every second node of a ring is removed until one is left.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

int main(void) { //~ SAFE
    struct node *here = malloc(sizeof *here);
    here->value = 0;
    here->next = here;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->value = 0;
        n->next = here->next;
        here->next = n;
    }
    while (here->next != here) {
        struct node *out = here->next;
        here->next = out->next;
        free(out);
        here = here->next;
    }
    assert(here->next == here);
    free(here);
    return 0;
}
