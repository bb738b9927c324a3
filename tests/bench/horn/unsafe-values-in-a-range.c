// The upper bound is not kept.
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
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        int x = __VERIFIER_nondet_int();
        n->data = x < 10 ? 10 : x > 21 ? 20 : x;
        n->next = list;
        list = n;
    }
    for (struct node *p = list; p; p = p->next)
        check(10 <= p->data && p->data <= 20); //~ ERROR error-reached
}
