// A buffer from which requests of different sizes are cut while they fit: the sum that was checked is the one that is used.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
enum { SIZE = 256 };

int main(void) { //~ SAFE
    char *buffer = malloc(SIZE);
    char *unused = buffer;
    char *limit = buffer + SIZE;
    while (__VERIFIER_nondet_int()) {
        int request = __VERIFIER_nondet_int();
        if (request < 1 || request > 64)
            continue;
        if (unused + request > limit)
            break;
        *unused = 1;
        unused = unused + request;
        assert(unused <= limit);
    }
    free(buffer);
    return 0;
}
