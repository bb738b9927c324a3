// A size is rounded up to a multiple of the alignment, and none is so large that it becomes zero.
//@ engines: auto smg sl template horn
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) //~ SAFE
{
    unsigned wanted = __VERIFIER_nondet_uint();
    if (wanted < 16 || wanted > 1000000)
        return 0;
    unsigned rounded = (wanted + 15) & ~15u;
    char *block = malloc(rounded + 8ul);
    if (!block)
        return 0;
    block[8] = 1;
    free(block);
    return 0;
}
