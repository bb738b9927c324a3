// What is true of a sign may be a negative number.
// Checked: C11 7.12.3.6p3; gcc gives INT_MIN for a float: the binary aborts.
//@ engines: auto interp smg hunt template
#include <math.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    volatile float x = -1;
    if (signbit(x) < 0)
        reach_error();
    return 0;
}
