// Trees without a right subtree are not expected.
//@ engines: sl
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct tree { struct tree *left, *right; };
static int height(struct tree *t) {
    if (!t)
        return 0;
    int l = height(t->left), r = t->right->left ? 2 : 1; //~ ERROR null-deref
    return 1 + (l > r ? l : r);
}
static void destroy(struct tree *t) {
    if (t) {
        destroy(t->left);
        destroy(t->right);
        free(t);
    }
}
int main(void) {
    struct tree *t = 0;
    while (__VERIFIER_nondet_int()) {
        struct tree *n = malloc(sizeof *n);
        n->left = __VERIFIER_nondet_int() ? t : 0;
        n->right = n->left ? 0 : t;
        t = n;
    }
    int h = height(t);
    destroy(t);
    return h < 0;
}
