// A child is replaced.
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
struct child {
    struct parent *up;
    int data;
};
struct parent {
    struct child *left, *right;
};
int main(void) {
    struct parent *root = malloc(sizeof *root);
    root->left = malloc(sizeof *root->left);
    root->right = malloc(sizeof *root->right);
    root->left->up = root->right->up = root;
    root->left->data = 1;
    root->right->data = 2;
    root->left->up->right = root->left;
    if (root->right->data != 2)
        reach_error(); //~ ERROR error-reached
}
