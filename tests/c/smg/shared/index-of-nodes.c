// An entry outside of a list points to one of its nodes, wherever that is.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

struct entry {
    struct node *target;
};

int main(void) { //~ SAFE
    struct node *head = NULL;
    struct entry *index = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->value = 3;
        n->next = head;
        head = n;
        if (!index && __VERIFIER_nondet_int()) {
            index = malloc(sizeof *index);
            index->target = n;
        }
    }
    if (index) {
        index->target->value = 4;
        free(index);
    }
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
