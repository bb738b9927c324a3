// A list of any length that a function turns around which calls itself, with the part that is done as a parameter.
//@ engines: template
//@ property: valid-deref
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct node {
    struct node *next;
    int value;
};
static struct node *reversed(struct node *list, struct node *done) {
    if (!list)
        return done;
    struct node *rest = list->next;
    list->next = done;
    return reversed(rest, list);
}
int main(void) { //~ SAFE
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->value = 3;
        node->next = list;
        list = node;
    }
    for (struct node *node = reversed(list, 0); node; node = node->next)
        if (node->value != 3)
            reach_error();
    return 0;
}
