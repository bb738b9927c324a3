// Where the number ends decides where the program writes: `1e1` ends behind its exponent, at the last byte of the text.
//@ engines: hunt auto
#include <stdlib.h>
extern char __VERIFIER_nondet_char(void);
int main(void) {
    char text[4] = {'1', __VERIFIER_nondet_char(), __VERIFIER_nondet_char(), 0};
    char *end;
    strtod(text, &end);
    int *block = malloc(3 * sizeof *block);
    block[end - text] = 1; //~ ERROR out-of-bounds
    free(block);
    return 0;
}
