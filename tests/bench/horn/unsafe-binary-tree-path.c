// One side is numbered wrongly.
//@ property: unreach-call
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void check(int condition)
{
    if (!condition)
        reach_error();
}
struct node {
    int data;
    struct node *next;
};
struct tree {
    struct tree *left, *right;
    int side;
};
int main(void)
{
    struct tree *root = malloc(sizeof *root), *at = root;
    root->side = 0;
    root->left = root->right = 0;
    while (__VERIFIER_nondet_int()) {
        struct tree *n = malloc(sizeof *n);
        n->left = n->right = 0;
        if (__VERIFIER_nondet_int()) {
            n->side = 1;
            at->left = n;
        } else {
            n->side = 3;
            at->right = n;
        }
        at = n;
    }
    at = root;
    while (at) {
        check(at->side >= 0 && at->side <= 2); //~ ERROR error-reached
        at = at->left ? at->left : at->right;
    }
}
