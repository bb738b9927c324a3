// The test is off by one.
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
        struct node *at = root;
        for (;;) {
            if (value < at->data) {
                if (!at->left) {
                    at->left = n;
                    break;
                }
                at = at->left;
            } else {
                if (!at->right) {
                    at->right = n;
                    break;
                }
                at = at->right;
            }
        }
    }
    while (root) {
        if (root->data < 10)
            reach_error();
        root = __VERIFIER_nondet_int() ? root->left : root->right;
    }
}
