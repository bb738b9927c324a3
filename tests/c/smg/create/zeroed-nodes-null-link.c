// The second link of a zeroed node is followed without a check.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
    struct node *other;
    int value;
};

int main(void) {
    struct node *head = calloc(1, sizeof *head);
    while (__VERIFIER_nondet_int()) {
        struct node *n = calloc(1, sizeof *n);
        n->next = head;
        head = n;
    }
    while (head) {
        struct node *next = head->next;
        assert(head->other == NULL);
        head->other->value = 1; //~ ERROR null-deref
        free(head);
        head = next;
    }
    return 0;
}
