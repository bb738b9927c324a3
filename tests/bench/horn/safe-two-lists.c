// Two lists with different data that are built side by side.
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
    struct node *odd = 0, *even = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        if (__VERIFIER_nondet_int()) {
            n->data = 1;
            n->next = odd;
            odd = n;
        } else {
            n->data = 2;
            n->next = even;
            even = n;
        }
    }
    for (struct node *p = odd; p; p = p->next)
        check(p->data == 1 || p->data == 2);
    for (struct node *p = even; p; p = p->next)
        check(p->data == 1 || p->data == 2);
}
