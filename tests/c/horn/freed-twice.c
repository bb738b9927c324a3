// A block is freed on two ways.
//@ engines: horn
//@ property: valid-deref valid-free
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node {
    int data;
    struct node *next;
};
int main(void) {
    struct node *n = malloc(sizeof *n);
    if (__VERIFIER_nondet_int())
        free(n);
    free(n); //~ ERROR double-free
}
