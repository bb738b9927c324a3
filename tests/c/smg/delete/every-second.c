// Every second node is removed.
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

int main(void) { //~ SAFE
    struct node *head = build();
    struct node *n = head;
    while (n && n->next) {
        struct node *victim = n->next;
        n->next = victim->next;
        free(victim);
        n = n->next;
    }
    destroy(head);
    return 0;
}
