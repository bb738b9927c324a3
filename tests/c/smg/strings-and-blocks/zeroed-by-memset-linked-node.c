// Filling a node that is in the list already loses the nodes behind it.
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
        n->next = head;
        if (head)
            head->prev = n;
        head = n;
        memset(n, 0, sizeof *n); //~ ERROR memory-leak
    }
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
