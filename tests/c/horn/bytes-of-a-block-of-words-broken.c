// As bytes-of-a-block-of-words, with the opposite expected.
//@ engines: horn
//@ property: unreach-call valid-deref
#include <stdlib.h>
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned *block = malloc(4 * sizeof *block);
    for (int i = 0; i < 4; i++)
        block[i] = 0x01010101;
    unsigned at = __VERIFIER_nondet_uint() % 16;
    if (((unsigned char *)block)[at] == 1)
        reach_error(); //~ ERROR error-reached
    free(block);
}
