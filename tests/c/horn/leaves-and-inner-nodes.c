// Leaves hold 0, inner nodes 1.
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
    struct tree *root = malloc(sizeof *root);
    root->data = 0;
    root->left = root->right = 0;
    while (__VERIFIER_nondet_int()) {
        struct tree *leaf = malloc(sizeof *leaf);
        leaf->data = 0;
        leaf->left = leaf->right = 0;
        struct tree *n = malloc(sizeof *n);
        n->data = 1;
        n->left = leaf;
        n->right = root;
        root = n;
    }
    while (root) {
        if (root->left) {
            if (root->data != 1)
                reach_error();
        } else if (root->data != 0) {
            reach_error();
        }
        root = root->right;
    }
}
