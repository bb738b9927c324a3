// Every node is counted up once after the list was made.
//@ engines: horn
//@ property: unreach-call
//@ args: --time 1s
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
void reach_error(void);
struct node {
    int data;
    struct node *next;
};
int main(void) { //~ NOT-VIOLATED
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = 4;
        n->next = list;
        list = n;
    }
    for (struct node *at = list; at; at = at->next)
        at->data = 5;
    for (struct node *at = list; at; at = at->next)
        if (at->data != 5)
            reach_error();
}
