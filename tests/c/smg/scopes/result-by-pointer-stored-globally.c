// A function stores a pointer to its parameter in a global variable.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

static int *last;

static void fill(struct node *n, int value) {
    last = &value;
    n->value = value;
    n->next = NULL;
}

int main(void) {
    struct node mine;
    fill(&mine, __VERIFIER_nondet_int());
    assert(mine.next == NULL);
    *last = 1; //~ ERROR out-of-scope
    return 0;
}
