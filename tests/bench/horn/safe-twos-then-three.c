// All nodes hold 2, but the last one holds 3.
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
    int n = __VERIFIER_nondet_int();
    struct node *head = malloc(sizeof *head);
    struct node *cur = head;
    for (int i = 0; i < n; i++) {
        cur->next = malloc(sizeof *cur);
        cur->data = 2;
        cur = cur->next;
    }
    cur->data = 3;
    cur->next = 0;
    cur = head;
    while (cur) {
        if (cur->next)
            check(cur->data == 2);
        else
            check(cur->data == 3);
        cur = cur->next;
    }
}
