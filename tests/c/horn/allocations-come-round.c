// As many blocks as a counter can count.
//@ engines: horn
//@ property: unreach-call
//@ args: --time 1s
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
void reach_error(void);
struct node {
    int data;
    struct node *next;
};
int main(void) {
    unsigned counter = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = 1;
        if (n->data != 1)
            return 1;
        free(n);
        if (!++counter)
            reach_error(); //~ NOT-PROVED
    }
}
