// Walking a list of any length; every node holds what was put there.
//@ engines: smg
#include <assert.h>
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
        n->value = 42;
        n->next = head;
        head = n;
    }
    for (struct node *n = head; n; n = n->next)
        assert(n->value == 42);
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
