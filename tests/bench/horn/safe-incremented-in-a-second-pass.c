// All nodes hold 1, then a second pass makes them 2.
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
int main(void) //~ SAFE
{
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = 1;
        n->next = list;
        list = n;
    }
    for (struct node *p = list; p; p = p->next)
        p->data = 2;
    for (struct node *p = list; p; p = p->next)
        check(p->data == 1 || p->data == 2);
}
