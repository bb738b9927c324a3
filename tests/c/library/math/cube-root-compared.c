// The cube root of 27 need not be exactly 3.
// Checked: glibc 2.36: the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <math.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    volatile double x = 27.0;
    if (cbrt(x) != 3.0)
        reach_error();
    return 0;
}
