// Marks in the bits of an address that its alignment leaves free, and addresses that are mixed and taken apart again.
//@ engines: interp
#include <stdint.h>
#include <stdlib.h>
int main(void) { //~ SAFE
    int *block = malloc(16), *other = malloc(16);
    uintptr_t marked = (uintptr_t)block | 1;
    *(int *)(marked & ~(uintptr_t)1) = 1;
    *(int *)(marked ^ 1) = 2;
    *(int *)((uintptr_t)(block + 1) & ~(uintptr_t)7) = 3;
    uintptr_t mixed = (uintptr_t)block ^ (uintptr_t)other;
    free((void *)(mixed ^ (uintptr_t)other));
    free(other);
    return 0;
}
