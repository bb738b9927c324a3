// Children point back to their parent.
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
int main(void) //~ SAFE
{
    struct parent *root = malloc(sizeof *root);
    root->left = malloc(sizeof *root->left);
    root->right = malloc(sizeof *root->right);
    root->left->up = root;
    root->right->up = root;
    root->left->data = 1;
    root->right->data = 2;
    check(root->left->up == root->right->up);
    check(root->left->up->right->data == 2);
}
