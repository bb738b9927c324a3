// A tree of depth two, built and freed by recursion.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct tree {
    struct tree *left, *right;
    int depth;
};

static struct tree *grow(int depth) {
    if (depth == 0 || __VERIFIER_nondet_int())
        return NULL;
    struct tree *t = malloc(sizeof *t);
    t->depth = depth;
    t->left = grow(depth - 1);
    t->right = grow(depth - 1);
    return t;
}

static void fell(struct tree *t) {
    if (!t)
        return;
    assert(t->depth > 0);
    fell(t->left);
    fell(t->right);
    free(t);
}

int main(void) { //~ SAFE
    struct tree *t = grow(2);
    fell(t);
    return 0;
}
