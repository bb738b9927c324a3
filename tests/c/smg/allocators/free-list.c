// Nodes that are given back wait in a list to be used again.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

static struct node *unused;

static struct node *get(int value) {
    struct node *n = unused;
    if (n)
        unused = n->next;
    else
        n = malloc(sizeof *n);
    n->value = value;
    n->next = NULL;
    return n;
}

static void put(struct node *n) {
    n->next = unused;
    unused = n;
}

int main(void) { //~ SAFE
    struct node *stack = NULL;
    for (int choice = __VERIFIER_nondet_int(); choice; choice = __VERIFIER_nondet_int()) {
        if (choice > 0) {
            struct node *n = get(7);
            n->next = stack;
            stack = n;
        } else if (stack) {
            struct node *n = stack;
            assert(n->value == 7);
            stack = n->next;
            put(n);
        }
    }
    while (stack) {
        struct node *n = stack;
        stack = n->next;
        put(n);
    }
    while (unused) {
        struct node *n = unused;
        unused = n->next;
        free(n);
    }
    return 0;
}
