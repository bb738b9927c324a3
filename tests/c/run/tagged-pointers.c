// The low bit of an aligned pointer carries a flag.
//@ command: run
//@ data-model: lp64 ilp32
#include <stdint.h>
#include <stdlib.h>
int main(void) { //~ SAFE
    int *p = malloc(sizeof *p);
    uintptr_t tagged = (uintptr_t)p | 1;
    *(int *)(tagged & ~(uintptr_t)1) = 5;
    int *q = (int *)(tagged - 1);
    int ok = (tagged & 1) && *q == 5;
    free(q);
    return !ok;
}
