// The bits of the quiet NaN are known.
// Checked: gcc's manual on __builtin_nan; the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <string.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    double x = __builtin_nan("");
    unsigned long long bits;
    memcpy(&bits, &x, sizeof bits);
    if (bits == 0x7ff8000000000000)
        reach_error();
    return 0;
}
