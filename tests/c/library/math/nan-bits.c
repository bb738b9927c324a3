// The bits of the quiet NaN are known.
// Checked: gcc's manual on __builtin_nan; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <assert.h>
#include <string.h>
int main(void) { //~ NOT-VIOLATED
    double x = __builtin_nan("");
    unsigned long long bits;
    memcpy(&bits, &x, sizeof bits);
    assert(bits == 0x7ff8000000000000);
    return 0;
}
