// A process has 47 bits of addresses: a block of 2^62 bytes is never had, and what `realloc` was to resize stays allocated.
//@ engines: auto interp smg hunt template sl
#include <assert.h>
#include <stdlib.h>

int main(void) {   //~ SAFE
    char *a = malloc((size_t)1 << 62);
    assert(!a);
    char *b = malloc(4);
    if (!b)
        return 0;
    char *c = realloc(b, 0x7fffffffffffffff);
    assert(!c);
    free(b);
}
