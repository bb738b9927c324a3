// A ring whose first node nobody remembers: it is the only one with the mark 0, and freed last. The others are sorted.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node {
    int stage;
    struct node *next;
};
int main(void) {
    struct node *start = malloc(sizeof *start);
    start->stage = 0;
    struct node *last = start;
    int stage = 1;
    do {
        last->next = malloc(sizeof *last);
        last = last->next;
        if (stage < 3 && __VERIFIER_nondet_int())
            stage++;
        last->stage = stage;
        last->next = start;
    } while (__VERIFIER_nondet_int());

    struct node *at = start->next;
    start = 0;
    while (at->stage != 0) {
        struct node *old = at;
        at = at->next;
        assert(at->stage == 0 || at->stage >= old->stage); //~ SAFE
        free(old);
    }
    free(at);
    return 0;
}
