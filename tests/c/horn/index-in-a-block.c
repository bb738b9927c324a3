// Indices stay below the length of a block.
//@ engines: horn
//@ property: valid-deref
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    unsigned length = __VERIFIER_nondet_uint() % 100 + 1;
    int *block = malloc(length * sizeof *block);
    for (unsigned i = 0; i < length; i++)
        block[i] = 0;
    free(block);
}
