// The cube root of 27 need not be exactly 3.
// Checked: glibc 2.36: the sanitizers report the index 4.
//@ engines: auto interp smg hunt template sl horn
#include <math.h>
int main(void) { //~ NOT-PROVED
    int a[4] = {0};
    return a[(int)ceil(cbrt(27.0))];
}
