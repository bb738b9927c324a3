// A list in a global variable holds 5 everywhere.
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
static struct node *all;
int main(void) { //~ SAFE
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = 5;
        n->next = all;
        all = n;
    }
    for (struct node *at = all; at; at = at->next)
        if (at->data != 5)
            reach_error();
}
