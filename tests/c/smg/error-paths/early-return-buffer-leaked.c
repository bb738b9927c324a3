// One of the ways out forgets the buffer.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int parse(int input) {
    char *buffer = calloc(10, 1);
    if (input < 0) {
        free(buffer);
        return -1;
    }
    buffer[input % 10] = 'x';
    if (input > 100)
        return buffer[0] == 'x' ? -2 : -3; //~ ERROR memory-leak
    free(buffer);
    return 0;
}

int main(void) {
    return parse(__VERIFIER_nondet_int()) < 0;
}
