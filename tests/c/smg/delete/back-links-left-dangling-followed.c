// The back links that nobody corrected are followed.
//@ engines: auto hunt
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    struct node *prev;
};

int main(void) {
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
        if (head->next && head->next->prev->next) //~ ERROR use-after-free
            return 2;
    }
    free(head);
    return 0;
}
