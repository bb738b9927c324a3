// A count of one byte wraps to zero.
// Checked: AddressSanitizer reports the overrun.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) { //~ NOT-PROVED
    unsigned char n = __VERIFIER_nondet_uchar();
    unsigned char m = n + 1;
    char *p = malloc(m);
    if (!p)
        return 0;
    p[n] = 0;
    free(p);
    return 0;
}
