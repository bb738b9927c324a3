// A helper frees the node; its caller goes on with it.
//@ engines: sl auto
#include <stdlib.h>
struct node { struct node *next; };
static void drop(struct node *n) { free(n); }
struct node *drop_first(struct node *n) {
    drop(n);
    return n->next; //~ ERROR use-after-free
}
