// One step more than there are nodes.
//@ engines: smg
//@ property: valid-deref
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
    int value;
};
int main(void) {
    struct node *list = 0;
    unsigned length = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        n->value = 1;
        list = n;
        length++;
    }
    struct node *p = list;
    int sum = 0;
    for (unsigned i = 0; i <= length; i++) {
        sum |= p->value;  //~ ERROR null-deref
        p = p->next;
    }
    while (list) {
        struct node *n = list;
        list = n->next;
        free(n);
    }
    return sum;
}
