// A function reports success by its result; the block is there exactly then.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int open_buffer(char **buffer) {
    if (!__VERIFIER_nondet_int()) {
        *buffer = NULL;
        return -1;
    }
    *buffer = malloc(4);
    return 0;
}

int main(void) { //~ SAFE
    char *buffer;
    if (open_buffer(&buffer) == 0) {
        assert(buffer != NULL);
        buffer[3] = 'x';
        free(buffer);
    }
    return 0;
}
