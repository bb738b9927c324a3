// A tree of any size is freed by a stack of its subtrees, as a list.
//@ engines: sl auto
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct tree { struct tree *left, *right, *parent; };
struct item { struct item *next; struct tree *tree; };
static struct tree *leaf(struct tree *parent) {
    struct tree *new = malloc(sizeof *new);
    new->left = new->right = 0;
    new->parent = parent;
    return new;
}
int main(void) { //~ SAFE
    struct tree *root = leaf(0);
    while (__VERIFIER_nondet_int()) {
        struct tree *p = root;
        while (p->left && p->right)
            p = __VERIFIER_nondet_int() ? p->left : p->right;
        if (!p->left)
            p->left = leaf(p);
        else
            p->right = leaf(p);
    }
    struct item *stack = malloc(sizeof *stack);
    stack->next = 0;
    stack->tree = root;
    while (stack) {
        struct item *top = stack;
        struct tree *tree = top->tree;
        stack = top->next;
        free(top);
        if (tree->left) {
            struct item *new = malloc(sizeof *new);
            new->next = stack;
            new->tree = tree->left;
            stack = new;
        }
        if (tree->right) {
            struct item *new = malloc(sizeof *new);
            new->next = stack;
            new->tree = tree->right;
            stack = new;
        }
        free(tree);
    }
    return 0;
}
