// Two numbers in a node exclude each other in some combinations. One of them was meant and another one is left out.
//@ engines: template
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct node {
    struct node *next;
    int day;
    int shift;
};
int main(void) {
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        int day = __VERIFIER_nondet_int(), shift = __VERIFIER_nondet_int();
        if (day < 0 || day > 2 || shift < 0 || shift > 3)
            continue;
        if (day == 0 && shift >= 2 || day == 1 && shift == 0)
            continue;
        struct node *n = malloc(sizeof *n);
        n->day = day;
        n->shift = shift;
        n->next = list;
        list = n;
    }
    for (struct node *p = list; p; p = p->next)
        if ((p->day == 1 && p->shift == 3) || (p->day == 0 && p->shift == 2))
            reach_error(); //~ ERROR error-reached
    return 0;
}
