// The NaN of the library has no sign.
// Checked: glibc; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <assert.h>
#include <math.h>
int main(void) { //~ NOT-VIOLATED
    assert(!signbit(NAN));
    return 0;
}
