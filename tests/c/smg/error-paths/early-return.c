// A function with several ways out; each of them frees the buffer.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int parse(int input) {
    char *buffer = malloc(10);
    if (input < 0) {
        free(buffer);
        return -1;
    }
    buffer[input % 10] = 'x';
    if (buffer[input % 10] != 'x') {
        free(buffer);
        return -2;
    }
    free(buffer);
    return 0;
}

int main(void) { //~ SAFE
    return parse(__VERIFIER_nondet_int()) < 0;
}
