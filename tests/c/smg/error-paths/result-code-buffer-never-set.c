// On failure the buffer keeps no value at all, and is freed.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int open_buffer(char **buffer) {
    if (!__VERIFIER_nondet_int()) {
        return -1;
    }
    *buffer = malloc(4);
    return 0;
}

int main(void) {
    char *buffer;
    if (open_buffer(&buffer) == 0) {
        buffer[3] = 'x';
        free(buffer);
    } else {
        free(buffer); //~ ERROR wild-free
    }
    return 0;
}
