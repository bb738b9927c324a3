// Models in C are there for all engines: bounded copies, a search and an aligned block.
//@ engines: interp smg
//@ data-model: lp64 ilp32
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
int main(void) { //~ SAFE
    char *part = strndup("abcdef", 3);
    char buffer[8];
    strncpy(buffer, part, 8);
    strncat(buffer, "xyz", 2);
    if (memchr(buffer, 'x', 8) != buffer + 3)
        *(volatile char *)0 = 1;
    void *block;
    if (posix_memalign(&block, 64, 10) == 0)
        free(block);
    free(part);
    return 0;
}
