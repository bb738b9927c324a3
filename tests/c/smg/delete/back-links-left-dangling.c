// All nodes behind the head are deleted one by one, and nobody corrects the back links, which nobody reads.
//@ engines: smg
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    struct node *prev;
};

int main(void) { //~ SAFE
    struct node *head = malloc(sizeof *head);
    if (!head)
        return 1;
    head->next = 0;
    head->prev = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            break;
        node->next = head;
        node->prev = 0;
        head->prev = node;
        head = node;
    }
    while (head->next) {
        struct node *gone = head->next;
        head->next = gone->next;
        free(gone);
    }
    free(head);
    return 0;
}
