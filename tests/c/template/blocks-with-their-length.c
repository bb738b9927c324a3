// Blocks of one allocation site have different sizes, each as long as its node says.
//@ engines: template
//@ property: valid-deref
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node {
    unsigned length;
    struct node *next;
};
int main(void) { //~ SAFE
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        unsigned length = __VERIFIER_nondet_int() & 1023;
        struct node *node = malloc(sizeof *node + length);
        if (!node)
            abort();
        node->length = length;
        node->next = list;
        list = node;
    }
    if (list && list->length > 4)
        ((char *)(list + 1))[4] = 0;
    return 0;
}
