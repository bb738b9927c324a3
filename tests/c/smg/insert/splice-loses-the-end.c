// The second list is hung behind the first node instead of the last, and what was there is lost.
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
    struct node *one = build();
    struct node *two = build();
    if (!one) {
        one = two;
    } else {
        one->next = two; //~ ERROR memory-leak
    }
    destroy(one);
    return 0;
}
