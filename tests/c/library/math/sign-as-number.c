// The sign bit of a float is not 1.
// Checked: C11 7.12.3.6p3; gcc gives INT_MIN: the binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <math.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    volatile float x = -1;
    if (signbit(x) != 1)
        reach_error();
    return 0;
}
