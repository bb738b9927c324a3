// The first node that was made is marked, and it is the last of the list.
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
    struct node *list = malloc(sizeof *list);
    list->data = 9;
    list->next = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = 1;
        n->next = list;
        list = n;
    }
    while (list->next) {
        if (list->data != 1)
            reach_error();
        list = list->next;
    }
    if (list->data != 9)
        reach_error();
}
