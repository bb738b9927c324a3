// The result of malloc is used without a test.
//@ engines: sl auto
//@ args: --malloc-may-fail
#include <stdlib.h>
struct node { struct node *next; int v; };
struct node *node_new(int v) {
    struct node *n = malloc(sizeof *n);
    n->v = v; //~ ERROR null-deref
    n->next = 0;
    return n;
}
