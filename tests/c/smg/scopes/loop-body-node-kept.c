// The node of a round stays in the list when the round is over.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node round = { 1, list };
        list = &round;
        list->value++;
        list->next = NULL;
    }
    return list ? list->value : 0; //~ ERROR out-of-scope
}
