// The text of a NaN is its payload.
// Checked: glibc; the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <math.h>
#include <string.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    double x = nan("5");
    unsigned long long bits;
    memcpy(&bits, &x, sizeof bits);
    if (bits == 0x7ff8000000000005)
        reach_error();
    return 0;
}
