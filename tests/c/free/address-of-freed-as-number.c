// The address of a block that is gone says nothing about the next block.
//@ engines: auto
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
    void *first = malloc(40);
    uintptr_t old = (uintptr_t)first;
    free(first);
    void *second = malloc(40);
    if ((uintptr_t)second == old)
        free(second);
    free(second); //~ ERROR double-free
    return 0;
}
