// A tree is copied by recursion.
//@ engines: sl
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
static void destroy(struct tree *tree) {
    if (!tree)
        return;
    destroy(tree->left);
    destroy(tree->right);
    free(tree);
}
static struct tree *copy(const struct tree *tree) {
    if (!tree)
        return 0;
    struct tree *new = malloc(sizeof *new);
    new->key = tree->key;
    new->left = copy(tree->left);
    new->right = copy(tree->right);
    return new;
}
int main(void) { //~ SAFE
    struct tree *tree = 0;
    while (__VERIFIER_nondet_int())
        tree = insert(tree, __VERIFIER_nondet_int());
    struct tree *second = copy(tree);
    destroy(tree);
    destroy(second);
    return 0;
}
