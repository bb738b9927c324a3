// A swap that loses a value.
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
    *x = *y;
    *y = *x;
}
int main(void) {
    int a = 3;
    int *b = calloc(1, sizeof *b);
    *b = 42;
    swap(&a, b);
    if (a != 42 || *b != 3)
        reach_error(); //~ ERROR error-reached
}
