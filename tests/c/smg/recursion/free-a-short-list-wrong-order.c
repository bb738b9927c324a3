// The node is freed before the recursion reads its link; the rest is lost with it.
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
    free(n); //~ ERROR memory-leak
    destroy(n->next); //~ ERROR use-after-free
}

int main(void) {
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
