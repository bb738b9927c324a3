// The second field is not the larger one.
//@ engines: horn
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
void reach_error(void);
struct range {
    int low, high;
    struct range *next;
};
int main(void) {
    struct range *list = 0;
    while (__VERIFIER_nondet_int()) {
        int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
        struct range *n = malloc(sizeof *n);
        n->low = x < y ? x : y;
        n->high = x < y ? y : 0;
        n->next = list;
        list = n;
    }
    for (; list; list = list->next)
        if (list->low > list->high)
            reach_error(); //~ ERROR error-reached
}
