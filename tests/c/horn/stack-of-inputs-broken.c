// Zero is pushed, too.
//@ engines: horn
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct node {
    int data;
    struct node *next;
};
int main(void) {
    struct node *top = 0;
    for (;;) {
        if (__VERIFIER_nondet_int()) {
            int value = __VERIFIER_nondet_int();
            if (value == 1)
                continue;
            struct node *n = malloc(sizeof *n);
            n->data = value;
            n->next = top;
            top = n;
        } else if (top) {
            if (top->data == 0)
                reach_error(); //~ ERROR error-reached
            top = top->next;
        }
    }
}
