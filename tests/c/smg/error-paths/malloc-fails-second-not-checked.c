// Only one of the two allocations is checked.
//@ engines: smg
//@ args: --malloc-may-fail
#include <stdlib.h>

struct pair {
    int *left;
    int *right;
};

static struct pair *make_pair(void) {
    struct pair *p = malloc(sizeof *p);
    if (!p)
        return NULL;
    p->left = malloc(sizeof *p->left);
    p->right = malloc(sizeof *p->right);
    if (!p->left) {
        free(p->left);
        free(p->right);
        free(p);
        return NULL;
    }
    *p->left = 1;
    *p->right = 2; //~ ERROR null-deref
    return p;
}

int main(void) {
    struct pair *p = make_pair();
    if (!p)
        return 1;
    free(p->left);
    free(p->right);
    free(p);
    return 0;
}
