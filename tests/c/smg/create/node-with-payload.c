// Each node owns a block of its own, freed before the node.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int *payload;
    struct node *next;
};

int main(void) { //~ SAFE
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->payload = malloc(2 * sizeof *n->payload);
        n->payload[0] = 7;
        n->payload[1] = 9;
        n->next = head;
        head = n;
    }
    while (head) {
        struct node *n = head;
        head = head->next;
        free(n->payload);
        free(n);
    }
    return 0;
}
