// A list that is freed from its last node on, each node when those behind it are gone, with an error.
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
    destroy(node->next); //~ ERROR use-after-free
    free(node);
}
int main(void) {
    struct node *head = list();
    if (head && head->next)
        destroy(head->next);
    destroy(head);
    return 0;
}
