// The minimum has no absolute value.
// Checked: C11 7.22.6.1.
//@ property: no-overflow
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern long __VERIFIER_nondet_long(void);
int main(void) { //~ NOT-PROVED
    long a = __VERIFIER_nondet_long();
    return labs(a) > 5;
}
