// A product of 32 bits may be zero.
// Checked: AddressSanitizer reports the overrun.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { //~ NOT-PROVED
    unsigned n = (unsigned)__VERIFIER_nondet_int();
    if (n == 0)
        return 0;
    unsigned bytes = n * 4;
    int *p = malloc(bytes);
    if (!p)
        return 0;
    p[0] = 1;
    free(p);
    return 0;
}
