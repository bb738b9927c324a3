// Both children become the left one.
//@ engines: sl
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct tree { struct tree *left, *right; };
static struct tree *build(void) {
    if (!__VERIFIER_nondet_int())
        return 0;
    struct tree *t = malloc(sizeof *t);
    t->left = build();
    t->right = build();
    return t;
}
static void mirror(struct tree *t) {
    if (!t)
        return;
    struct tree *left = t->left;
    t->left = t->right; //~ ERROR memory-leak
    t->right = t->left;
    mirror(t->left);
    mirror(t->right);
}
static void destroy(struct tree *t) {
    if (!t)
        return;
    destroy(t->left);
    destroy(t->right);
    free(t);
}
int main(void) {
    struct tree *t = build();
    mirror(t);
    destroy(t);
    return 0;
}
