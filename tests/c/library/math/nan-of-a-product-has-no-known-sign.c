// The sign of a NaN that is computed is not known.
// Checked: IEEE 754 6.3.
//@ engines: auto interp smg hunt template sl horn
#include <math.h>
#include <signal.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    volatile double z = 0;
    double d = INFINITY*z;
    if (!signbit(d))
        reach_error();
}
