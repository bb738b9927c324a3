// The square root is the nearest number.
// Checked: C11 F.10.4.5; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <math.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    double x = 2.0;
    if (sqrt(x) != 1.4142135623730951)
        reach_error();
    return 0;
}
