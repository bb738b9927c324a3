// Values go to their place in an ascending list, found through the links themselves.
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
    n->next = *link;
    *link = n;
}

static void destroy(struct node *head) {
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
}

int main(void) { //~ SAFE
    struct node *head = NULL;
    while (__VERIFIER_nondet_int())
        insert(&head, __VERIFIER_nondet_int());
    destroy(head);
    return 0;
}
