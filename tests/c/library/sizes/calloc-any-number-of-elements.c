// A product that overflows makes calloc fail.
// Checked: C11 7.22.3.2; the gcc binary reaches the error.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) { //~ NOT-PROVED
    unsigned long n = __VERIFIER_nondet_ulong();
    if (n < 1)
        return 0;
    char *p = calloc(n, 16);
    if (!p)
        reach_error();
    free(p);
    return 0;
}
