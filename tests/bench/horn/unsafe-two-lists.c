// One node gets neither of the two numbers.
//@ property: unreach-call
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void check(int condition)
{
    if (!condition)
        reach_error();
}
struct node {
    int data;
    struct node *next;
};
int main(void)
{
    struct node *odd = 0, *even = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        int which = __VERIFIER_nondet_int();
        n->data = which == 7 ? 3 : which ? 1 : 2;
        if (which) {
            n->next = odd;
            odd = n;
        } else {
            n->next = even;
            even = n;
        }
    }
    for (struct node *p = odd; p; p = p->next)
        check(p->data == 1 || p->data == 2); //~ ERROR error-reached
    for (struct node *p = even; p; p = p->next)
        check(p->data == 1 || p->data == 2);
}
