// The sign of zero divided by zero is not specified.
// Checked: C11 F.2.1.
//@ engines: auto interp smg hunt template sl horn
#include <math.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    volatile double z = 0.0;
    if (!signbit(z / z))
        reach_error();
    return 0;
}
