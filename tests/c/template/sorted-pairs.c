// Every node holds its smaller number first.
//@ engines: template
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct pair {
    struct pair *next;
    int first, second;
};
int main(void) { //~ SAFE
    struct pair *all = 0;
    while (__VERIFIER_nondet_int()) {
        struct pair *p = malloc(sizeof *p);
        int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
        p->first = a < b ? a : b;
        p->second = a < b ? b : a;
        p->next = all;
        all = p;
    }
    for (struct pair *p = all; p; p = p->next)
        if (p->first > p->second)
            reach_error();
    return 0;
}
