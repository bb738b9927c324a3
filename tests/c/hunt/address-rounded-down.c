// Whether a block begins at a page is not for the program to know.
//@ property: valid-deref
//@ engines: interp hunt
#include <stdint.h>
#include <stdlib.h>
int main(void) {
    char *block = malloc(16);
    uintptr_t address = (uintptr_t)block;
    char *page = (char *)(address & ~(uintptr_t)4095); //~ UNKNOWN nondeterminism
    *page = 1;
    free(block);
    return 0;
}
