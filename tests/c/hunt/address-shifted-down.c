// As rounding down by a mask, by two shifts and by a difference.
//@ property: valid-deref
//@ engines: interp
#include <stdint.h>
#include <stdlib.h>
int main(void) {
    char *block = malloc(16);
    uintptr_t address = (uintptr_t)block;
    *(char *)(address >> 12 << 12) = 1; //~ UNKNOWN nondeterminism
    *(char *)(address - address % 4096) = 1;
    free(block);
    return 0;
}
