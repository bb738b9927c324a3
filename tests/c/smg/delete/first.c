// The first node is removed as long as somebody asks for it.
//@ engines: smg
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

static struct node *pop(struct node *head) {
    struct node *rest = head->next;
    free(head);
    return rest;
}

int main(void) { //~ SAFE
    struct node *head = build();
    while (head && __VERIFIER_nondet_int())
        head = pop(head);
    destroy(head);
    return 0;
}
