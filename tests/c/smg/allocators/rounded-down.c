// A pointer into a block is rounded down to a multiple of 8 and stays in the block.
//@ engines: smg
#include <stdint.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) { //~ SAFE
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 7)
        return 0;
    char *block = calloc(1, sizeof(long));
    char *byte = block + i;
    long *word = (long *)((uintptr_t)byte & ~(uintptr_t)7);
    *word = -1;
    free(block);
    return 0;
}
