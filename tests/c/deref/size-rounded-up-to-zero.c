// A size is rounded up to a multiple of the alignment: the largest ones become zero.
//@ engines: auto smg hunt sl template horn
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned wanted = __VERIFIER_nondet_uint();
    if (wanted < 16)
        return 0;
    unsigned rounded = (wanted + 15) & ~15u;
    char *block = malloc(rounded + 8ul);
    if (!block)
        return 0;
    block[8] = 1; //~ ERROR out-of-bounds
    free(block);
    return 0;
}
