// Every node of a tree holds 7.
//@ engines: horn
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
void reach_error(void);
struct tree {
    int data;
    struct tree *left, *right;
};
int main(void) { //~ SAFE
    struct tree *root = 0;
    while (__VERIFIER_nondet_int()) {
        struct tree *n = malloc(sizeof *n);
        n->data = 7;
        n->left = root;
        n->right = 0;
        if (__VERIFIER_nondet_int()) {
            n->left = 0;
            n->right = root;
        }
        root = n;
    }
    while (root) {
        if (root->data != 7)
            reach_error();
        root = root->left ? root->left : root->right;
    }
}
