// A block of `n` bytes is filled while `n` counts down: one byte too many.
//@ engines: smg hunt
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void fill(char *to, char with, size_t n) {
    if (n != 0) {
        do
            *to++ = with; //~ NOT-PROVED
        while (n-- != 0);
    }
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1)
        n = 1;
    char *block = malloc(n);
    if (!block)
        return 1;
    fill(block, 7, n);
    free(block);
    return 0;
}
