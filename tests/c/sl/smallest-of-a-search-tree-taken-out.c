// The smallest key of a search tree is taken out again and again.
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
int main(void) { //~ SAFE
    struct tree *tree = 0;
    while (__VERIFIER_nondet_int())
        tree = insert(tree, __VERIFIER_nondet_int());
    while (tree) {
        if (!tree->left) {
            struct tree *right = tree->right;
            free(tree);
            tree = right;
        } else {
            struct tree *parent = tree, *p = tree->left;
            while (p->left) {
                parent = p;
                p = p->left;
            }
            parent->left = p->right;
            free(p);
        }
    }
    return 0;
}
