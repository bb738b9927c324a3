// The block may have two bytes.
//@ engines: smg
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    size_t size = __VERIFIER_nondet_int();
    if (size < 2)
        return 0;
    if (size > 64)
        return 0;
    char *block = malloc(size);
    block[0] = 1;
    block[4] = 2; //~ ERROR out-of-bounds
    free(block);
    return 0;
}
