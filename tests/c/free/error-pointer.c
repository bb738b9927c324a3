// Numbers next to zero and at the end of the address space are never addresses: programs use them as marks and for errors.
//@ engines: interp hunt smg
//@ data-model: lp64 ilp32
#include <stdlib.h>
static int is_error(const void *p) { return (unsigned long)p >= (unsigned long)-4095; }
int main(void) { //~ SAFE
    char *block = malloc(8);
    if (is_error(block) || block == (char *)-1 || block == (char *)1)
        free(block);
    if ((unsigned long)block < 4096 || (char *)4096 > block)
        free(block);
    free(block);
    return 0;
}
