// The node is filled from its second field on with the size of the whole.
//@ engines: smg
#include <string.h>
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
    struct node *prev;
    int value;
};

int main(void) {
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        memset(&n->prev, 0, sizeof *n); //~ ERROR out-of-bounds
        assert(n->next == NULL && n->prev == NULL && n->value == 0);
        n->next = head;
        if (head)
            head->prev = n;
        head = n;
    }
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
