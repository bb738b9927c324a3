// The block has no room for what rounding up adds.
//@ engines: smg
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

enum { ALIGNMENT = 64 };

int main(void) {
    char *raw = malloc(32);
    uintptr_t address = ((uintptr_t)raw + ALIGNMENT - 1) & ~(uintptr_t)(ALIGNMENT - 1);
    char *aligned = (char *)address;
    assert(((uintptr_t)aligned & (ALIGNMENT - 1)) == 0);
    aligned[31] = 2; //~ ERROR out-of-bounds
    free(raw);
    return 0;
}
