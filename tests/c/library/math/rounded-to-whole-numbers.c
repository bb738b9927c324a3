// Rounding keeps the sign of zero.
// Checked: the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <math.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    double x = -0.5;
    if (floor(x) != -1 || ceil(x) != 0 || !signbit(ceil(x)) || trunc(x) != 0 || round(x) != -1)
        reach_error();
    return 0;
}
