// rint rounds halves to even numbers, round away from zero.
// Checked: the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <math.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    double x = 2.5;
    if (rint(x) != 2 || nearbyint(x) != 2 || round(x) != 3)
        reach_error();
    return 0;
}
