// One more value is inserted after the list was freed.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

static void insert(struct node **link, int value) {
    while (*link && (*link)->value < value) //~ ERROR use-after-free
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

int main(void) {
    struct node *head = NULL;
    while (__VERIFIER_nondet_int())
        insert(&head, __VERIFIER_nondet_int());
    destroy(head);
    insert(&head, 1);
    free(head);
    return 0;
}
