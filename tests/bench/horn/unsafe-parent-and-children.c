// A child is replaced and the old value expected.
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
struct child {
    struct parent *up;
    int data;
};
struct parent {
    struct child *left, *right;
};
int main(void)
{
    struct parent *root = malloc(sizeof *root);
    root->left = malloc(sizeof *root->left);
    root->right = malloc(sizeof *root->right);
    root->left->up = root;
    root->right->up = root;
    root->left->data = 1;
    root->right->data = 2;
    root->left->up->right = root->left;
    check(root->right->data == 2); //~ ERROR error-reached
}
