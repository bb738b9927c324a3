// No order in a list of goods is larger than the stock.
//@ engines: template
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct item {
    int stock;
    int order;
    struct item *next;
};
int main(void) { //~ SAFE
    struct item *all = 0;
    while (__VERIFIER_nondet_int()) {
        int stock = __VERIFIER_nondet_int();
        if (stock < 0)
            continue;
        struct item *n = malloc(sizeof *n);
        n->stock = stock;
        n->order = 0;
        n->next = all;
        all = n;
    }
    for (struct item *p = all; p; p = p->next) {
        int order = __VERIFIER_nondet_int();
        if (order >= 0 && order <= p->stock)
            p->order = order;
    }
    for (struct item *p = all; p; p = p->next)
        if (p->order > p->stock)
            reach_error();
    return 0;
}
