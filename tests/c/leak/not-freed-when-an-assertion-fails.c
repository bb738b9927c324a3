// A failed assertion that nobody asked about ends the program, and the block is not freed then.
//@ engines: smg
//@ property: valid-memcleanup
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = malloc(sizeof *p);
    assert(__VERIFIER_nondet_int() != 5); //~ ERROR not-freed-at-exit
    free(p);
    return 0;
}
