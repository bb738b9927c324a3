// A list of at most three nodes is freed from its end by recursion.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

static void destroy(struct node *n) {
    if (!n)
        return;
    destroy(n->next);
    free(n);
}

int main(void) { //~ SAFE
    struct node *head = NULL;
    for (int i = 0; i < 3; i++) {
        if (__VERIFIER_nondet_int())
            break;
        struct node *n = malloc(sizeof *n);
        n->value = i;
        n->next = head;
        head = n;
    }
    destroy(head);
    return 0;
}
