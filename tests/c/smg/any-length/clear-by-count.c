// What is left to do is counted down while the pointer goes up.
//@ engines: smg
//@ data-model: lp64 ilp32
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static void clear(void *block, size_t count) {
    char *p = block;
    while (count--)
        *p++ = 0;
}

int main(void) { //~ SAFE
    int size = __VERIFIER_nondet_int(), count = __VERIFIER_nondet_int();
    if (size < 1 || count < 0 || count > size)
        return 0;
    char *block = malloc(size);
    clear(block, count);
    free(block);
    return 0;
}
