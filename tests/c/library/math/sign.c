// A negative number has a sign.
// Checked: C11 7.12.3.6; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <math.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    volatile float x = -1;
    if (!signbit(x) || signbit(-x))
        reach_error();
    return 0;
}
