// Resizing to more than there are addresses fails, so the only pointer to the block is overwritten.
//@ engines: auto interp smg hunt template sl
#include <stdlib.h>

int main(void) {
    char *a = malloc(4);
    if (!a)
        return 0;
    a = realloc(a, 0x7fffffffffffffff);   //~ ERROR memory-leak
    free(a);
}
