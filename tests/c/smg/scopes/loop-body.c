// Each round of the loop has a node of its own, which is unlinked before the round ends.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

int main(void) { //~ SAFE
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node round = { 1, list };
        list = &round;
        list->value++;
        list = round.next;
    }
    return list ? list->value : 0;
}
