// The height of a tree of any size.
//@ engines: sl
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct tree { struct tree *left, *right; };
static int height(struct tree *t) {
    if (!t)
        return 0;
    int l = height(t->left), r = height(t->right);
    return 1 + (l > r ? l : r);
}
static void destroy(struct tree *t) {
    if (t) {
        destroy(t->left);
        destroy(t->right);
        free(t);
    }
}
int main(void) { //~ SAFE
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
