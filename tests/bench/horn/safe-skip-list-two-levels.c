// A skip list of two levels: what the upper level leads to is a node of the lower one.
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
struct skip {
    struct skip *near, *far;
    int level;
};
int main(void) //~ SAFE
{
    struct skip *last = malloc(sizeof *last);
    last->near = last->far = 0;
    last->level = 2;
    struct skip *first = last, *upper = last;
    while (__VERIFIER_nondet_int()) {
        struct skip *n = malloc(sizeof *n);
        n->near = first;
        n->far = 0;
        n->level = 1;
        if (__VERIFIER_nondet_int()) {
            n->far = upper;
            n->level = 2;
            upper = n;
        }
        first = n;
    }
    for (struct skip *p = upper; p; p = p->far)
        check(p->level == 2);
}
