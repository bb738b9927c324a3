// Two blocks, each of which is there or not: four shapes, and the user allows two.
//@ engines: smg
//@ args: --tune shapes-before-giving-up=2
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    void *one = 0, *other = 0;
    while (__VERIFIER_nondet_int()) { //~ UNKNOWN step-budget
        if (!one && __VERIFIER_nondet_int())
            one = malloc(1);
        if (!other && __VERIFIER_nondet_int())
            other = malloc(2);
    }
    free(one);
    free(other);
    return 0;
}
