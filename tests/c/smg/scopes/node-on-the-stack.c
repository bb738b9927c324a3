// A list whose first node is a variable; only the others are freed.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

int main(void) { //~ SAFE
    struct node first = { 0, NULL };
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->value = 1;
        n->next = first.next;
        first.next = n;
    }
    struct node *n = first.next;
    while (n) {
        struct node *next = n->next;
        free(n);
        n = next;
    }
    return 0;
}
