// An input that may be negative becomes a size: after the check from below it is either in range or enormous.
//@ engines: smg
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) { //~ SAFE
    size_t size = __VERIFIER_nondet_int();
    if (size < 2)
        return 0;
    if (size > 64)
        return 0;
    char *block = malloc(size);
    block[0] = 1;
    block[1] = 2;
    free(block);
    return 0;
}
