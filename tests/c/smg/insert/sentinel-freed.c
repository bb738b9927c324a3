// Freeing starts at the sentinel, which is no heap block.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

int main(void) {
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
    struct node *n = sentinel.next;
    while (n) {
        struct node *next = n->next;
        free(n);
        n = next;
    }
    free(&sentinel); //~ ERROR non-heap-free
    return 0;
}
