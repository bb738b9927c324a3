// Arithmetic on a NaN need not keep its sign.
// Checked: C11 F.2.1.
//@ engines: auto interp smg hunt template sl horn
#include <math.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    volatile double n = -NAN;
    double m = n + 1.0;
    if (signbit(m))
        reach_error();
    return 0;
}
