// The new node is put in place without taking over the rest of the list.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

static void insert(struct node **link, int value) {
    while (*link && (*link)->value < value)
        link = &(*link)->next;
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->next = NULL;
    *link = n; //~ ERROR memory-leak
}

static void destroy(struct node *head) {
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
}

int main(void) {
    struct node *head = NULL;
    while (__VERIFIER_nondet_int())
        insert(&head, __VERIFIER_nondet_int());
    destroy(head);
    return 0;
}
