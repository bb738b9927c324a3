// A list is freed by a function that runs when the program ends, by whichever way.
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
int main(void) { //~ SAFE
    atexit(forget);
    while (__VERIFIER_nondet_int())
        add();
    if (__VERIFIER_nondet_int())
        exit(2);
    return 0;
}
