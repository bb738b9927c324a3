// Blocks of one allocation site have different sizes, and a byte is written that not all of them have.
//@ engines: template
//@ property: valid-deref
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node {
    unsigned length;
    struct node *next;
};
int main(void) {
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
        ((char *)(list + 1))[5] = 0; //~ ERROR out-of-bounds
    return 0;
}
