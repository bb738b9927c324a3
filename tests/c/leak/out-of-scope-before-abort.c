// A block goes out of scope with the pointer to it before the program aborts.
//@ engines: smg hunt
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    {
        int *p = malloc(sizeof *p);
        *p = __VERIFIER_nondet_int();
    } //~ ERROR memory-leak
    abort();
}
