// A tree of any size that is built and freed by recursion: what the functions are called with, and what the loop keeps.
//@ args: check --quiet --invariants --engine sl --property valid-memtrack --property valid-free --property valid-deref
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);

struct tree { struct tree *left, *right, *parent; int key; };

static void destroy(struct tree *t)
{
    if (!t)
        return;
    destroy(t->left);
    destroy(t->right);
    free(t);
}

int main(void)
{
    struct tree *root = 0;
    while (__VERIFIER_nondet_int()) {
        struct tree *n = malloc(sizeof *n);
        n->left = root;
        n->right = 0;
        n->parent = 0;
        n->key = __VERIFIER_nondet_int();
        if (root)
            root->parent = n;
        root = n;
    }
    destroy(root);
    return 0;
}
