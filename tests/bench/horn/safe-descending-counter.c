// The data counts up while the list is built, so that it descends along the list.
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
    int i = 0;
    while (i < 1000 && __VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = i;
        n->next = list;
        list = n;
        i++;
    }
    for (struct node *p = list; p; p = p->next)
        check(0 <= p->data && p->data < 1000);
}
