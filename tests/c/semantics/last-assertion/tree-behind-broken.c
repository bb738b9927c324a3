// The assertion fails before the part that is not followed.
//@ engines: auto
//@ property: unreach-call
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct tree {
    struct tree *left, *right;
};
static void insert(struct tree **at) {
    while (*at)
        at = __VERIFIER_nondet_int() ? &(*at)->left : &(*at)->right;
    *at = calloc(1, sizeof **at);
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    int half = n / 2;
    if (half > 1073741822)
        reach_error(); //~ ERROR error-reached
    struct tree *root = NULL;
    while (__VERIFIER_nondet_int())
        insert(&root);
    return root != NULL;
}
