// One block is put into both slots and freed through both.
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
            n->slots[0] = malloc(sizeof(int));
        n->slots[1] = n->slots[0];
        n->next = head;
        head = n;
    }
    while (head) {
        struct node *n = head;
        head = n->next;
        for (int i = 0; i < 2; i++)
            free(n->slots[i]); //~ ERROR double-free
        free(n);
    }
    return 0;
}
