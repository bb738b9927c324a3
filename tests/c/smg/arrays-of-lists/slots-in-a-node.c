// Each node has two slots for values of its own and a link; empty slots are null.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int *slots[2];
    struct node *next;
};

int main(void) { //~ SAFE
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = calloc(1, sizeof *n);
        if (__VERIFIER_nondet_int())
            n->slots[0] = malloc(sizeof(int));
        if (__VERIFIER_nondet_int())
            n->slots[1] = malloc(sizeof(int));
        n->next = head;
        head = n;
    }
    while (head) {
        struct node *n = head;
        head = n->next;
        for (int i = 0; i < 2; i++)
            free(n->slots[i]);
        free(n);
    }
    return 0;
}
