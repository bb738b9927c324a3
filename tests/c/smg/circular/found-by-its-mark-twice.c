// The mark of the first node is worn off: the others are freed, and it is looked for among them once more.
//@ engines: smg
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
    start->stage = stage;

    struct node *at = start->next;
    start = 0;
    while (at->stage != 0) { //~ ERROR use-after-free
        struct node *old = at;
        at = at->next;
        free(old);
    }
    free(at);
    return 0;
}
