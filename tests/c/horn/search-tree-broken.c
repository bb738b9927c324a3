// The test is off by one.
//@ engines: horn
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct node {
    int data;
    struct node *left, *right;
};
int main(void) {
    struct node *root = 0;
    while (__VERIFIER_nondet_int()) {
        int value = __VERIFIER_nondet_int();
        if (value < 9)
            continue;
        struct node *n = malloc(sizeof *n);
        n->data = value;
        n->left = n->right = 0;
        if (!root) {
            root = n;
            continue;
        }
        struct node *up = root;
        while (__VERIFIER_nondet_int() && up->left)
            up = up->left;
        up->left = n;
    }
    while (root) {
        if (root->data < 10)
            reach_error(); //~ ERROR error-reached
        root = root->left;
    }
}
