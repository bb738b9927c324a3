// The check forgets that the request itself takes room: the last one may end behind the buffer.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
enum { SIZE = 64 };

int main(void) {
    char *buffer = malloc(SIZE);
    char *unused = buffer;
    char *limit = buffer + SIZE;
    while (__VERIFIER_nondet_int()) {
        int request = __VERIFIER_nondet_int();
        if (request < 1 || request > 64)
            continue;
        if (unused >= limit)
            break;
        unused[request - 1] = 1; //~ ERROR out-of-bounds
        unused = unused + request;
    }
    free(buffer);
    return 0;
}
