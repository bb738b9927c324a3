// A sentinel on the stack makes every insertion the same.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

int main(void) { //~ SAFE
    struct node sentinel = { 0, NULL };
    while (__VERIFIER_nondet_int()) {
        struct node *place = &sentinel;
        while (place->next && __VERIFIER_nondet_int())
            place = place->next;
        struct node *n = malloc(sizeof *n);
        n->value = 1;
        n->next = place->next;
        place->next = n;
    }
    while (sentinel.next) {
        struct node *n = sentinel.next;
        sentinel.next = n->next;
        free(n);
    }
    return 0;
}
