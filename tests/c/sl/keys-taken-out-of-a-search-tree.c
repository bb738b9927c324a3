// Any key is taken out of a search tree by recursion.
//@ engines: sl auto
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct tree { struct tree *left, *right; int key; };
static struct tree *insert(struct tree *tree, int key) {
    if (!tree) {
        struct tree *new = malloc(sizeof *new);
        new->left = new->right = 0;
        new->key = key;
        return new;
    }
    if (key < tree->key)
        tree->left = insert(tree->left, key);
    else
        tree->right = insert(tree->right, key);
    return tree;
}
static struct tree *without(struct tree *tree, int key) {
    if (!tree)
        return 0;
    if (key < tree->key) {
        tree->left = without(tree->left, key);
        return tree;
    }
    if (key > tree->key) {
        tree->right = without(tree->right, key);
        return tree;
    }
    if (!tree->left || !tree->right) {
        struct tree *only = tree->left ? tree->left : tree->right;
        free(tree);
        return only;
    }
    struct tree *next = tree->right;
    while (next->left)
        next = next->left;
    tree->key = next->key;
    tree->right = without(tree->right, next->key);
    return tree;
}
static void destroy(struct tree *tree) {
    if (!tree)
        return;
    destroy(tree->left);
    destroy(tree->right);
    free(tree);
}
int main(void) { //~ SAFE
    struct tree *tree = 0;
    while (__VERIFIER_nondet_int())
        tree = insert(tree, __VERIFIER_nondet_int());
    while (__VERIFIER_nondet_int())
        tree = without(tree, __VERIFIER_nondet_int());
    destroy(tree);
    return 0;
}
