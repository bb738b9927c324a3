// The loop takes a first node without asking whether there is one.
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

int main(void) {
    struct node *list = build();
    do {
        struct node *n = list;
        list = n->next; //~ ERROR null-deref
        free(n);
    } while (list);
    return 0;
}
