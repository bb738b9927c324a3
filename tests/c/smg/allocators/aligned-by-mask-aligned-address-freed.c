// The rounded address is freed, which is rarely the start of the block.
//@ engines: smg
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

enum { ALIGNMENT = 64 };

int main(void) {
    static char *raw;
    raw = malloc(32 + ALIGNMENT - 1);
    uintptr_t address = ((uintptr_t)raw + ALIGNMENT - 1) & ~(uintptr_t)(ALIGNMENT - 1);
    char *aligned = (char *)address;
    assert(((uintptr_t)aligned & (ALIGNMENT - 1)) == 0);
    aligned[0] = 1;
    aligned[31] = 2;
    free(aligned); //~ ERROR interior-free
    return 0;
}
