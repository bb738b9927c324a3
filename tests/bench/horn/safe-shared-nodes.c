// Two structures share the nodes of one list.
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
struct holder {
    struct node *first;
    int count;
};
int main(void) //~ SAFE
{
    struct holder *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    a->first = 0;
    a->count = 0;
    while (a->count < 100 && __VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = 5;
        n->next = a->first;
        a->first = n;
        a->count++;
    }
    b->first = a->first;
    b->count = a->count;
    while (b->first) {
        check(b->first->data == 5);
        b->first = b->first->next;
    }
}
