// A NaN without a sign has none after it was widened.
// Checked: IEEE 754 6.2.3; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <assert.h>
#include <math.h>
int main(void) { //~ NOT-VIOLATED
    float narrow = __builtin_nanf("");
    double wide = narrow;
    assert(!signbit(wide));
    return 0;
}
