// All nodes with a given value are taken out and freed.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

static struct node *build(void) {
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->value = __VERIFIER_nondet_int();
        n->next = head;
        head = n;
    }
    return head;
}

static void destroy(struct node *head) {
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
}

static void delete_all(struct node **link, int value) {
    while (*link) {
        struct node *n = *link;
        if (n->value == value) {
            *link = n->next;
            free(n);
        } else {
            link = &n->next;
        }
    }
}

int main(void) { //~ SAFE
    struct node *head = build();
    delete_all(&head, 0);
    for (struct node *n = head; n; n = n->next)
        n->value = 1;
    destroy(head);
    return 0;
}
