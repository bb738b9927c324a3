// A NaN is neither equal to, less than nor greater than anything.
// Checked: the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <math.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    double n = NAN;
    if (n == n || n < 1 || n > 1)
        reach_error();
    return 0;
}
