// The first pass looks at the first node of an empty list.
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
    int swapped = 1;
    while (swapped) {
        swapped = 0;
        for (struct node *n = head; n->next; n = n->next) { //~ ERROR null-deref
            if (n->value > n->next->value) {
                int value = n->value;
                n->value = n->next->value;
                n->next->value = value;
                swapped = 1;
            }
        }
    }
    destroy(head);
    return 0;
}
