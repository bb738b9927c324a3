// A larger block is allocated, and the address rounded up to the next multiple of 64 by a mask.
//@ engines: smg
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

enum { ALIGNMENT = 64 };

int main(void) { //~ SAFE
    char *raw = malloc(32 + ALIGNMENT - 1);
    uintptr_t address = ((uintptr_t)raw + ALIGNMENT - 1) & ~(uintptr_t)(ALIGNMENT - 1);
    char *aligned = (char *)address;
    assert(((uintptr_t)aligned & (ALIGNMENT - 1)) == 0);
    aligned[0] = 1;
    aligned[31] = 2;
    free(raw);
    return 0;
}
