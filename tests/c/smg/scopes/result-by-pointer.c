// A function fills a node of its caller.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

static struct node *fill(struct node *n, int value) {
    n->value = value;
    n->next = NULL;
    return n;
}

int main(void) { //~ SAFE
    struct node mine;
    struct node *n = fill(&mine, __VERIFIER_nondet_int());
    assert(n == &mine && n->next == NULL);
    return 0;
}
