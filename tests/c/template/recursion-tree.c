// A search tree: inserted into and looked through by functions that call themselves, twice in one call.
//@ engines: template
//@ property: valid-deref
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct tree { struct tree *left, *right; int value; };
static struct tree *insert(struct tree *tree, int value) {
    if (!tree) {
        tree = malloc(sizeof *tree);
        tree->left = tree->right = 0;
        tree->value = value;
        return tree;
    }
    if (value < tree->value)
        tree->left = insert(tree->left, value);
    else
        tree->right = insert(tree->right, value);
    return tree;
}
static int is_small(struct tree *tree) {
    return !tree || (tree->value < 10 && is_small(tree->left) && is_small(tree->right));
}
int main(void) { //~ SAFE
    struct tree *root = 0;
    while (__VERIFIER_nondet_int()) {
        int value = __VERIFIER_nondet_int();
        if (value >= 0 && value < 10)
            root = insert(root, value);
    }
    if (!is_small(root))
        reach_error();
    return 0;
}
