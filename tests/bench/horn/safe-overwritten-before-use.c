// Each node is written twice; only the second value is seen.
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
        n->data = 3;
        n->next = list;
        n->data = 4;
        list = n;
    }
    for (struct node *p = list; p; p = p->next)
        check(p->data == 4);
}
