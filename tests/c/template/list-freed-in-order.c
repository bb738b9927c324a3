// Every node of a list that grows at its end is freed.
//@ engines: template auto
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node { struct node *next; int v; };
int main(void) { //~ SAFE
    struct node *head = 0, *tail = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = 0;
        if (tail) tail->next = n; else head = n;
        tail = n;
    }
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
