// An integer keeps the block it was made from, also when the block is gone.
//@ command: run
#include <stdint.h>
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    uintptr_t n = (uintptr_t)p;
    free(p);
    return *(int *)n; //~ ERROR use-after-free
}
