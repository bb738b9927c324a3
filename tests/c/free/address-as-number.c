// Nobody knows where the block lies: it may be just there.
//@ engines: interp hunt
#include <stdlib.h>
int main(void) {
    char *block = malloc(8);
    if (block == (char *)0x55a8a2e6b000) //~ UNKNOWN nondeterminism
        free(block);
    free(block);
    return 0;
}
