// A tree whose nodes know their parents is freed by a loop.
//@ engines: sl auto
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct tree { struct tree *left, *right, *parent; int key; };
static struct tree *new_node(int key, struct tree *parent) {
    struct tree *new = malloc(sizeof *new);
    new->left = new->right = 0;
    new->parent = parent;
    new->key = key;
    return new;
}
int main(void) { //~ SAFE
    struct tree *tree = 0;
    while (__VERIFIER_nondet_int()) {
        int key = __VERIFIER_nondet_int();
        if (!tree) {
            tree = new_node(key, 0);
            continue;
        }
        struct tree *p = tree;
        for (;;) {
            struct tree *child = key < p->key ? p->left : p->right;
            if (!child)
                break;
            p = child;
        }
        if (key < p->key)
            p->left = new_node(key, p);
        else
            p->right = new_node(key, p);
    }
    while (tree) {
        if (tree->left)
            tree = tree->left;
        else if (tree->right)
            tree = tree->right;
        else {
            struct tree *parent = tree->parent;
            if (parent) {
                if (parent->left == tree)
                    parent->left = 0;
                else
                    parent->right = 0;
            }
            free(tree);
            tree = parent;
        }
    }
    return 0;
}
