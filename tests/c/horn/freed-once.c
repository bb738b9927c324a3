// A block is freed on either way, and not used again.
//@ engines: horn
//@ property: valid-deref valid-free
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node {
    int data;
    struct node *next;
};
int main(void) { //~ SAFE
    struct node *n = malloc(sizeof *n);
    n->data = __VERIFIER_nondet_int();
    int data = n->data;
    if (data)
        free(n);
    else
        free(n);
    return data;
}
