// The length of a list is never negative.
//@ engines: horn
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct node {
    int data;
    struct node *next;
};
static int length(struct node *list) {
    if (!list)
        return 0;
    int rest = length(list->next);
    return rest < 100 ? rest + 1 : rest;
}
int main(void) { //~ SAFE
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = 0;
        n->next = list;
        list = n;
    }
    int n = length(list);
    if (n < 0 || n > 100)
        reach_error();
}
