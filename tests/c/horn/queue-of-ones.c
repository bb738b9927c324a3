// What leaves a queue is what came in.
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
    struct node *head = 0, *tail = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = 1;
        n->next = 0;
        if (tail)
            tail->next = n;
        else
            head = n;
        tail = n;
    }
    for (; head; head = head->next)
        if (head->data != 1)
            reach_error();
}
