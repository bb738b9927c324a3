// The fast pointer takes two steps although there may be only one.
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
    struct node *head = build();
    struct node *slow = head, *fast = head;
    while (fast) {
        slow = slow->next;
        fast = fast->next->next; //~ ERROR null-deref
    }
    if (slow)
        slow->value = 0;
    destroy(head);
    return 0;
}
