// A pointer survives the way through an integer, also with a tag in its low bit.
//@ data-model: lp64 ilp32
#include <stdint.h>
#include <stdlib.h>
int main(void) { //~ SAFE
    int *p = malloc(sizeof *p);
    *p = 42;
    uintptr_t tagged = (uintptr_t)p | 1;
    int *q = (int *)(tagged & ~(uintptr_t)1);
    int ok = *q == 42;
    free(q);
    return !ok;
}
