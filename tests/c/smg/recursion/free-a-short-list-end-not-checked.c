// The recursion has no end: it runs into the null link.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

static void destroy(struct node *n) {
    destroy(n->next); //~ ERROR null-deref
    free(n);
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
