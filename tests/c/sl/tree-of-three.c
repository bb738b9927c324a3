// A small tree is built and freed by recursion.
//@ engines: sl
//@ property: valid-deref valid-free valid-memtrack
#include <stdlib.h>
struct tree { struct tree *left, *right; };
static struct tree *make(int depth) {
    if (depth == 0)
        return 0;
    struct tree *t = malloc(sizeof *t);
    t->left = make(depth - 1);
    t->right = make(depth - 1);
    return t;
}
static void destroy(struct tree *t) {
    if (!t)
        return;
    destroy(t->left);
    destroy(t->right);
    free(t);
}
int main(void) { //~ SAFE
    destroy(make(2));
    return 0;
}
