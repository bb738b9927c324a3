// A binary search tree is searched and filled by loops. One step is wrong.
//@ engines: sl
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct tree { struct tree *left, *right; int key; };
static void destroy(struct tree *tree) {
    if (!tree)
        return;
    destroy(tree->left);
    destroy(tree->right);
    free(tree);
}
int main(void) {
    struct tree *tree = 0;
    while (__VERIFIER_nondet_int()) {
        int key = __VERIFIER_nondet_int();
        struct tree *p = tree;
        struct tree *new = malloc(sizeof *new);
        new->left = new->right = 0;
        new->key = key;
        if (!tree) {
            tree = new;
            continue;
        }
        while (key < p->key ? p->left : p->right)
            p = key < p->key ? p->left : p->right;
        p->left = new; //~ ERROR memory-leak
    }
    destroy(tree);
    return 0;
}
