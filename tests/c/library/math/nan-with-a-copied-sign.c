// copysign and fabs say what sign a NaN has.
// Checked: C11 F.10.8.1; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <math.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    double n = copysign(NAN, -1.0);
    if (!signbit(n))
        reach_error();
    if (signbit(fabs(n)))
        reach_error();
    return 0;
}
