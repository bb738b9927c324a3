// The last node is removed; the one before it becomes the last.
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

static struct node *drop_last(struct node *head) {
    if (!head->next) {
        free(head);
        return NULL;
    }
    struct node *before = head;
    while (before->next->next)
        before = before->next;
    free(before->next);
    before->next = NULL;
    return head;
}

int main(void) { //~ SAFE
    struct node *head = build();
    if (head)
        head = drop_last(head);
    destroy(head);
    return 0;
}
