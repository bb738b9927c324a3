// The numbers in a list lie less than a hundred above a base that is read first. One is a hundred above it.
//@ engines: template
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct node {
    int hash;
    struct node *next;
};
static void add(struct node **list, int hash) {
    struct node *n = malloc(sizeof *n);
    n->hash = hash;
    n->next = *list;
    *list = n;
}
int main(void) {
    struct node *list = 0;
    int base = __VERIFIER_nondet_int();
    while (__VERIFIER_nondet_int()) {
        int hash = __VERIFIER_nondet_int();
        if (base >= 0 && base <= 1000000 && hash >= base && hash <= base + 100)
            add(&list, hash);
    }
    for (; list; list = list->next)
        if (list->hash < base || list->hash - base >= 100)
            reach_error(); //~ ERROR error-reached
    return 0;
}
