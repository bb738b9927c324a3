// The sign of a NaN that is computed is not specified.
// Checked: C11 F.2.1: gcc's and clang's differ when they compute it beforehand.
//@ engines: auto interp smg hunt template sl horn
#include <math.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    volatile double i = INFINITY;
    double d = i - i;
    if (!signbit(d))
        reach_error();
    return 0;
}
