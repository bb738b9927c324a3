// Each node is written twice, and only the second value is seen.
//@ engines: horn
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
void reach_error(void);
struct node {
    int data;
    struct node *next;
};
int main(void) { //~ SAFE
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = 3;
        n->next = list;
        n->data = 4;
        list = n;
    }
    for (struct node *p = list; p; p = p->next)
        if (p->data != 4)
            reach_error();
}
