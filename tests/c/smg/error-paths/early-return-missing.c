// After the buffer is freed on an error, the function goes on.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int parse(int input) {
    char *buffer = malloc(10);
    if (input < 0) {
        free(buffer);
        input = 0;
    }
    buffer[input % 10] = 'x'; //~ ERROR use-after-free
    if (buffer[input % 10] != 'x') {
        free(buffer);
        return -2;
    }
    free(buffer);
    return 0;
}

int main(void) {
    return parse(__VERIFIER_nondet_int()) < 0;
}
