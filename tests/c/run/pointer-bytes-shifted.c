// A pointer is taken apart with shifts and put together again.
//@ command: run
//@ data-model: lp64 ilp32
#include <stdint.h>
#include <stdlib.h>
int main(void) { //~ SAFE
    int *p = malloc(sizeof *p);
    *p = 7;
    unsigned char bytes[sizeof p];
    for (unsigned i = 0; i < sizeof p; i++)
        bytes[i] = (unsigned char)((uintptr_t)p >> 8 * i);
    uintptr_t again = 0;
    for (unsigned i = 0; i < sizeof p; i++)
        again |= (uintptr_t)bytes[i] << 8 * i;
    int ok = *(int *)again == 7;
    free((void *)again);
    return !ok;
}
