// The fourth node holds 4.
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
    int i = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = i == 3 ? 4 : 3;
        n->next = list;
        list = n;
        i++;
    }
    while (list) {
        check(list->data == 3); //~ ERROR error-reached
        list = list->next;
    }
}
