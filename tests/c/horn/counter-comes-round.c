// A counter comes round after more rounds than any run should be cut at.
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
    while (__VERIFIER_nondet_int())
        if (!++counter)
            reach_error(); //~ NOT-PROVED
}
