// A list that a function builds which calls itself for the rest of it, with an error.
//@ engines: template
//@ property: valid-deref
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct node { struct node *next; int value; };
static struct node *build(int count) {
    if (count < 0)
        return 0;
    struct node *node = malloc(sizeof *node);
    node->value = count;
    node->next = build(count - 1);
    return node;
}
int main(void) {
    for (struct node *node = build(__VERIFIER_nondet_int()); node; node = node->next)
        if (node->value <= 0)
            reach_error(); //~ ERROR error-reached
    return 0;
}
