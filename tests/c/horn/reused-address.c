// A pointer to a freed block may equal one to a new block.
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
    int *a = malloc(sizeof *a);
    free(a);
    int *b = malloc(sizeof *b);
    if (a == b)
        reach_error(); //~ NOT-PROVED
}
