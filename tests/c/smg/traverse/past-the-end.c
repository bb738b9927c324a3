// The walk stops at the null link, then looks into the node behind it.
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
    struct node *end = head;
    while (end)
        end = end->next;
    assert(end->value == 42); //~ ERROR null-deref
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
