// A block of words is filled, and one of its bytes looked at: elements are read in parts.
//@ engines: horn
//@ property: unreach-call valid-deref
#include <stdlib.h>
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);
int main(void) { //~ NOT-VIOLATED
    unsigned *block = malloc(4 * sizeof *block);
    for (int i = 0; i < 4; i++)
        block[i] = 0x01010101;
    unsigned at = __VERIFIER_nondet_uint() % 16;
    if (((unsigned char *)block)[at] != 1)
        reach_error();
    free(block);
}
