// Nodes are removed through the pointer that leads to them, of a list or of the node before.
//@ property: valid-deref unreach-call
//@ engines: template
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct item {
    struct item *next;
    int weight;
};
int main(void) { //~ SAFE
    struct item *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct item *item = malloc(sizeof *item);
        item->weight = __VERIFIER_nondet_int() & 15;
        item->next = list;
        list = item;
    }
    struct item **link = &list;
    while (*link) {
        struct item *item = *link;
        if (item->weight == 0)
            *link = item->next;
        else
            link = &item->next;
    }
    for (struct item *i = list; i; i = i->next)
        if (i->weight > 15)
            reach_error();
    return 0;
}
