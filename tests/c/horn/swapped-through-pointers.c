// Variables whose addresses are taken, and a block of the heap.
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
static void swap(int *x, int *y) {
    int old = *x;
    *x = *y;
    *y = old;
}
int main(void) { //~ SAFE
    int a = 3;
    int *b = calloc(1, sizeof *b);
    if (*b != 0)
        reach_error();
    *b = 42;
    swap(&a, b);
    if (a != 42 || *b != 3)
        reach_error();
}
