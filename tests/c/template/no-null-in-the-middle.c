// Only the end of a list is null.
//@ engines: template
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct node {
    struct node *next;
    int value;
};
int main(void) { //~ SAFE
    struct node *list = malloc(sizeof *list);
    list->next = 0;
    list->value = 1;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->value = 1;
        n->next = list;
        list = n;
    }
    struct node *p = list;
    while (p->next)
        p = p->next;
    if (p->value > 1)
        reach_error();
    return 0;
}
