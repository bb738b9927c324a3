// A binary search tree is searched and filled by loops.
//@ engines: sl auto
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
int main(void) { //~ SAFE
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
        for (;;) {
            if (key < p->key) {
                if (!p->left) {
                    p->left = new;
                    break;
                }
                p = p->left;
            } else {
                if (!p->right) {
                    p->right = new;
                    break;
                }
                p = p->right;
            }
        }
    }
    struct tree *p = tree;
    int key = __VERIFIER_nondet_int();
    while (p && p->key != key)
        p = key < p->key ? p->left : p->right;
    destroy(tree);
    return 0;
}
