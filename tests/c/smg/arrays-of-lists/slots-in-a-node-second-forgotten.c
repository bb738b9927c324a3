// Only the first slot of each node is freed.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int *slots[2];
    struct node *next;
};

int main(void) {
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = calloc(1, sizeof *n);
        if (__VERIFIER_nondet_int())
            n->slots[0] = NULL;
        if (__VERIFIER_nondet_int())
            n->slots[1] = malloc(sizeof(int));
        n->next = head;
        head = n;
    }
    while (head) {
        struct node *n = head;
        head = n->next;
        free(n->slots[0]);
        free(n); //~ ERROR memory-leak
    }
    return 0;
}
