// A list that a function makes by calling itself with what it has so far.
//@ engines: horn
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct node {
    int data;
    struct node *next;
};
static struct node *make(int n, struct node *rest) {
    if (n <= 0)
        return rest;
    struct node *x = malloc(sizeof *x);
    x->data = 3;
    x->next = rest;
    return make(n - 1, x);
}
static void look(struct node *list) {
    if (!list)
        return;
    if (list->data != 3)
        reach_error();
    look(list->next);
}
int main(void) { //~ SAFE
    look(make(__VERIFIER_nondet_int(), 0));
}
