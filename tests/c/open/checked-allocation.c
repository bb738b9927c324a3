// The result of malloc is tested.
//@ engines: sl auto
//@ args: --malloc-may-fail
#include <stdlib.h>
struct node { struct node *next; int v; };
struct node *node_new(int v) { //~ SAFE
    struct node *n = malloc(sizeof *n);
    if (!n)
        return 0;
    n->v = v;
    n->next = 0;
    return n;
}
