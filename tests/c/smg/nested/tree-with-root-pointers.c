// A search tree whose nodes know the root: no list describes it, and the search ends all the same.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct tree {
    struct tree *left, *right, *root;
};

static void insert(struct tree **top) {
    struct tree **at = top;
    while (*at)
        at = __VERIFIER_nondet_int() ? &(*at)->left : &(*at)->right;
    struct tree *leaf = calloc(1, sizeof *leaf);
    if (!leaf)
        abort();
    *at = leaf;
    leaf->root = *top;
}

static void remove_leaf(struct tree **top) {
    struct tree **at = top;
    while ((*at)->left || (*at)->right)
        at = (*at)->left ? &(*at)->left : &(*at)->right;
    free(*at);
    *at = NULL;
}

int main(void) { //~ NOT-VIOLATED
    struct tree *top = NULL;
    while (__VERIFIER_nondet_int())
        insert(&top);
    while (top)
        remove_leaf(&top);
    return 0;
}
