// A byte plus one is an int, which does not wrap.
// Checked: clean under AddressSanitizer.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) { //~ NOT-VIOLATED
    unsigned char n = __VERIFIER_nondet_uchar();
    char *p = malloc(n + 1);
    if (!p)
        return 0;
    p[n] = 0;
    free(p);
    return 0;
}
