// The size of the pointer is taken for the size of the node, and the second link stays without a value.
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
        memset(n, 0, sizeof n);
        assert(n->next == NULL);
        n->prev->value = 2; //~ ERROR uninit-pointer
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
