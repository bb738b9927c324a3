// The sentinel itself is returned, and it lives no longer than the function.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};


static void destroy(struct node *head) {
    while (head) {
        struct node *next = head->next; //~ ERROR out-of-scope
        free(head);
        head = next;
    }
}

static struct node *merge(struct node *a, struct node *b) {
    struct node sentinel = { 0, NULL };
    struct node *last = &sentinel;
    while (a && b) {
        struct node **smaller = a->value < b->value ? &a : &b;
        struct node *n = *smaller;
        *smaller = n->next;
        last->next = n;
        last = n;
    }
    last->next = a ? a : b;
    struct node *first = &sentinel;
    return first;
}

int main(void) {
    struct node *head = merge(NULL, NULL);
    destroy(head);
    return 0;
}
