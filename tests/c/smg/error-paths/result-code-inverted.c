// The result is read the wrong way round.
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

int main(void) {
    static char *buffer;
    if (open_buffer(&buffer) != 0) {
        buffer[3] = 'x'; //~ ERROR null-deref
        free(buffer);
    }
    return 0;
}
