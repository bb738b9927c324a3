// Every element of a block holds what was written.
//@ engines: horn
//@ property: unreach-call
//@ args: --time 1s
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    unsigned length = __VERIFIER_nondet_uint() % 100 + 1;
    int *block = malloc(length * sizeof *block);
    for (unsigned i = 0; i < length; i++)
        block[i] = 6;
    unsigned at = __VERIFIER_nondet_uint() % length;
    if (block[at] != 6)
        reach_error();
}
