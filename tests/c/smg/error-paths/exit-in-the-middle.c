// Leaving with exit() is no leak as long as the variables that hold the blocks are still there.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

int main(void) { //~ SAFE
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = head;
        head = n;
        n->value = __VERIFIER_nondet_int();
        if (n->value == 1)
            abort();
    }
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    exit(0);
}
