// A list is empty only if its counter is zero.
//@ engines: template
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct node {
    struct node *next;
};
int main(void) { //~ SAFE
    struct node *list = 0;
    unsigned count = 0;
    while (count < 1000 && __VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        list = n;
        count++;
    }
    if (count > 0 && !list)
        reach_error();
    if (count == 0 && list)
        reach_error();
    return 0;
}
