// Only failed assertions are asked for: what the program does behind its last assertion need not be followed.
//@ engines: auto smg
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
int main(void) { //~ SAFE
    int n = __VERIFIER_nondet_int();
    int half = n / 2;
    if (half > 1073741823)
        reach_error();
    struct tree *root = NULL;
    while (__VERIFIER_nondet_int())
        insert(&root);
    return root != NULL;
}
