// The successor is read from a node that was just freed; with the node the last pointer to it is gone.
//@ engines: smg
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
        n->value = 1;
        n->next = head;
        head = n;
    }
    while (head) {
        struct node *first = head;
        free(first); //~ ERROR memory-leak
        head = first->next; //~ ERROR use-after-free
    }
    return 0;
}
