// Freeing a node and then walking through it.
//@ property: valid-deref
//@ data-model: lp64 ilp32
#include <stdlib.h>
struct node { struct node *next; };
int main(void) {
    struct node *n = malloc(sizeof *n);
    n->next = 0;
    free(n);
    return n->next != 0; //~ ERROR use-after-free
}
