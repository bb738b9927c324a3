// Children with a certain value are not freed.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct child {
    int value;
};

struct node {
    struct child *child;
    struct node *next;
};

int main(void) {
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->child = NULL;
        if (__VERIFIER_nondet_int()) {
            n->child = malloc(sizeof *n->child);
            n->child->value = 5;
        }
        n->next = head;
        head = n;
    }
    for (struct node *n = head; n; n = n->next)
        if (n->child)
            n->child->value = 6;
    while (head) {
        struct node *n = head;
        head = n->next;
        if (n->child && n->child->value != 6)
            free(n->child);
        free(n); //~ ERROR memory-leak
    }
    return 0;
}
