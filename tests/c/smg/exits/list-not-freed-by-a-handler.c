// A way out does not run what was registered: the list is not freed.
//@ engines: smg
//@ property: valid-deref valid-free valid-memtrack valid-memcleanup
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
};
static struct node *all;
static void forget(void) {
    while (all) {
        struct node *next = all->next;
        free(all);
        all = next;
    }
}
static void add(void) {
    struct node *n = malloc(sizeof *n);
    if (!n)
        exit(1);
    n->next = all;
    all = n;
}
int main(void) { //~ NOT-PROVED
    atexit(forget);
    while (__VERIFIER_nondet_int())
        add();
    if (__VERIFIER_nondet_int())
        _Exit(2);
    return 0;
}
