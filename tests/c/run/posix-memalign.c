// Aligned blocks.
//@ command: run
//@ data-model: lp64 ilp32
#define _GNU_SOURCE
#include <stdint.h>
#include <stdlib.h>
int main(void) { //~ SAFE
    void *p;
    if (posix_memalign(&p, 64, 100) != 0 || (uintptr_t)p % 64 != 0)
        return *(volatile int *)0;
    void *q = aligned_alloc(256, 256);
    if ((uintptr_t)q % 256)
        return *(volatile int *)0;
    free(p);
    free(q);
    return posix_memalign(&p, 3, 1) == 0;
}
