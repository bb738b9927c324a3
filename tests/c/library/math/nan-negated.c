// The minus sign changes the sign of a NaN.
// Checked: C11 F.3; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <math.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    double n = NAN;
    if (!signbit(-n))
        reach_error();
    return 0;
}
