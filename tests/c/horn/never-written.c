// What malloc gives may hold anything.
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
int main(void) {
    int *p = malloc(sizeof *p);
    if (*p == 5)
        reach_error(); //~ NOT-PROVED
}
