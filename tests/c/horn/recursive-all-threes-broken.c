// The nodes hold 2.
//@ engines: horn
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
void reach_error(void);
struct node {
    int data;
    struct node *next;
};
static int all(struct node *list) {
    if (!list)
        return 1;
    if (list->data != 3)
        return 0;
    return all(list->next);
}
int main(void) {
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = 2;
        n->next = list;
        list = n;
    }
    if (!all(list))
        reach_error(); //~ ERROR error-reached
}
