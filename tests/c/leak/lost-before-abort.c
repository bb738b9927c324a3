// The only pointer is overwritten, and then the program aborts: what held the result of `malloc` on its way does not count.
//@ engines: smg hunt
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = malloc(sizeof *p);
    *p = __VERIFIER_nondet_int();
    p = NULL; //~ ERROR memory-leak
    abort();
}
