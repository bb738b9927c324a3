// A block of the stack is written and read, and ends with its function.
//@ engines: horn
//@ property: unreach-call valid-deref valid-free
#include <alloca.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int twice(int x) {
    int *p = alloca(sizeof *p);
    *p = x;
    return *p == x;
}
int main(void) { //~ SAFE
    if (!twice(__VERIFIER_nondet_int()))
        reach_error();
}
