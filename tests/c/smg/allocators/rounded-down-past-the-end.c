// One past the last byte is rounded down to one past the last word.
//@ engines: smg
#include <stdint.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 8)
        return 0;
    char *block = calloc(1, sizeof(long));
    char *byte = block + i;
    long *word = (long *)((uintptr_t)byte & ~(uintptr_t)7);
    *word = -1; //~ ERROR out-of-bounds
    free(block);
    return 0;
}
