// A NaN with a sign keeps it when it is widened.
// Checked: the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <assert.h>
#include <math.h>
int main(void) { //~ NOT-VIOLATED
    float narrow = copysignf(__builtin_nanf(""), -1.0f);
    double wide = narrow;
    assert(signbit(wide));
    return 0;
}
