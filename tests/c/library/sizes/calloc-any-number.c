// A number from outside may overflow the product.
// Checked: the gcc binary with the number 2^60 + 1 dies of SIGSEGV.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) { //~ NOT-PROVED
    unsigned long n = __VERIFIER_nondet_ulong();
    if (n == 0)
        return 0;
    char *p = calloc(n, 16);
    if (!p && n < 1000)
        return 0;
    p[0] = 1;
    free(p);
    return 0;
}
