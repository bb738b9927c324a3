// An and that should be an or lets the empty list pass.
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

int main(void) {
    struct node *list = build();
    int two = list && list->next;
    int big = !list || (!list->next && list->next->value > 9); //~ ERROR null-deref
    if (two && !big)
        list->next->value = 10;
    destroy(list);
    return 0;
}
