// A node of the lower level is linked into the upper one.
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
int main(void)
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
            if (__VERIFIER_nondet_int() != 5)
                n->level = 2;
            upper = n;
        }
        first = n;
    }
    for (struct skip *p = upper; p; p = p->far)
        check(p->level == 2); //~ ERROR error-reached
}
