// In every node the first field is at most the second.
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
int main(void) { //~ SAFE
    struct range *list = 0;
    while (__VERIFIER_nondet_int()) {
        int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
        struct range *n = malloc(sizeof *n);
        n->low = x < y ? x : y;
        n->high = x < y ? y : x;
        n->next = list;
        list = n;
    }
    for (; list; list = list->next)
        if (list->low > list->high)
            reach_error();
}
