// A function returns a pointer to a variable of its own.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

static struct node *fill(int value) {
    struct node local, *n = &local;
    n->value = value;
    n->next = NULL;
    return n;
}

int main(void) {
    struct node *n = fill(__VERIFIER_nondet_int());
    assert(n->next == NULL); //~ ERROR out-of-scope
    return 0;
}
