// What is taken from a stack is below 100.
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
static struct node *top;
static void push(int x) {
    struct node *n = malloc(sizeof *n);
    n->data = x;
    n->next = top;
    top = n;
}
int main(void) { //~ NOT-VIOLATED
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            unsigned x = __VERIFIER_nondet_uint();
            push(x % 100);
        } else if (top) {
            int x = top->data;
            struct node *old = top;
            top = top->next;
            free(old);
            if (x < 0 || x >= 100)
                reach_error();
        }
    }
}
