// A list that is freed from its last node on, each node when those behind it are gone.
//@ engines: template
//@ property: valid-deref
//@ property: valid-free
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct node { struct node *next; int value; };
static struct node *list(void) {
    struct node *head = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->next = head;
        node->value = 5;
        head = node;
    }
    return head;
}
static void destroy(struct node *node) {
    if (!node)
        return;
    destroy(node->next);
    free(node);
}
int main(void) { //~ SAFE
    destroy(list());
    return 0;
}
