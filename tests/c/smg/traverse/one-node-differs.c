// The last node to be added holds another value, which the walk notices.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->value = 42;
        n->next = head;
        head = n;
    }
    if (head)
        head->value = 41;
    for (struct node *n = head; n; n = n->next)
        assert(n->value == 42); //~ ERROR assertion-failed
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
