// A block is freed on one way only: the error is where it was made.
//@ engines: horn
//@ property: valid-memcleanup
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
    int *p = malloc(sizeof *p); //~ ERROR not-freed-at-exit
    if (__VERIFIER_nondet_int()) {
        free(p);
        return 0;
    }
    return 1;
}
