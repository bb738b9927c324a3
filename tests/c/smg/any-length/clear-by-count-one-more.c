// What is left to do is counted down while the pointer goes up, and there may be one more of it than there is room for.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static void clear(void *block, size_t count) {
    char *p = block;
    while (count--)
        *p++ = 0; //~ ERROR out-of-bounds
}

int main(void) {
    int size = __VERIFIER_nondet_int(), count = __VERIFIER_nondet_int();
    if (size < 1 || count < 0 || count - 1 > size)
        return 0;
    char *block = malloc(size);
    clear(block, count);
    free(block);
    return 0;
}
