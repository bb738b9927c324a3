// The newest node is freed before the entry that may point to it is used.
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

int main(void) {
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
    if (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    if (index) {
        index->target->value = 4; //~ ERROR use-after-free
        free(index);
    }
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
