// The rest of the list is forgotten.
//@ engines: sl
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int v; };
static struct node *all;
static void push(int v) {
    struct node *n = malloc(sizeof *n);
    n->v = v;
    n->next = all;
    all = n;
}
static int pop(void) {
    struct node *n = all;
    int v = n->v;
    all = 0;
    free(n); //~ ERROR memory-leak
    return v;
}
int main(void) {
    while (__VERIFIER_nondet_int())
        push(__VERIFIER_nondet_int());
    while (all)
        pop();
    return 0;
}
