// A list built in order through a pointer to the link that is to be set next.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
    int value;
};

int main(void) { //~ SAFE
    struct node *head;
    struct node **link = &head;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->value = 2;
        *link = n;
        link = &n->next;
    }
    *link = NULL;
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
