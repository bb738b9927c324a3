// The size is kept in one byte, so a block of 300 becomes one of 44.
//@ engines: smg
#include <string.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n <= 0 || n > 300)
        return 0;
    unsigned char size = (unsigned char)n;
    char *block = malloc(size);
    memset(block, 0, (size_t)n); //~ ERROR out-of-bounds
    free(block);
    return 0;
}
