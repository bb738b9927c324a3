// The square root of 49 is exactly 7.
// Checked: IEEE 754 5.4.1: it is rounded exactly.
//@ engines: auto interp smg hunt template sl horn
#include <math.h>
int main(void) { //~ NOT-VIOLATED
    int a[8] = {0};
    return a[(int)ceil(sqrt(49.0))];
}
