// A node is read after it was freed.
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
    n->data = 1;
    free(n);
    return n->data; //~ ERROR use-after-free
}
