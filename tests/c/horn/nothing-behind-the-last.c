// The last pointer of a list is null.
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
int main(void) { //~ SAFE
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = 0;
        n->next = list;
        list = n;
    }
    struct node *at = list;
    while (at && at->next)
        at = at->next;
    if (at && at->next)
        reach_error();
}
