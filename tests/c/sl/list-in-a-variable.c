// A list of any length hangs in a variable of the program.
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
    all = n->next;
    free(n);
    return v;
}
int main(void) { //~ SAFE
    while (__VERIFIER_nondet_int())
        push(__VERIFIER_nondet_int());
    while (all)
        pop();
    return 0;
}
