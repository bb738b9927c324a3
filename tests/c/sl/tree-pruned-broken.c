// Leaves of a tree are taken away until nothing is left. One step is wrong.
//@ engines: sl
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct tree { int key; struct tree *left, *right; };
int main(void) {
    struct tree *root = malloc(sizeof *root);
    root->left = root->right = 0;
    root->key = 0;
    while (__VERIFIER_nondet_int()) {
        struct tree *p = root;
        while (p->left && p->right)
            p = __VERIFIER_nondet_int() ? p->left : p->right;
        struct tree *new = malloc(sizeof *new);
        new->left = new->right = 0;
        new->key = 1;
        if (!p->left)
            p->left = new;
        else
            p->right = new;
    }
    while (root) {
        struct tree *parent = 0, *p = root;
        while (p->left || p->right) {
            parent = p;
            p = p->left ? p->left : p->right;
        }
        if (!parent)
            root = 0;
        else if (p == parent->left)
            parent->left = 0;
        else
            parent->right = p->right->left; //~ ERROR null-deref
        free(p);
    }
    return 0;
}
