// A NaN with a sign has four letters and a terminator.
// Checked: glibc; AddressSanitizer reports the overrun.
//@ engines: auto interp smg hunt template sl horn
#include <math.h>
#include <stdio.h>
int main(void) { //~ NOT-PROVED
    char text[4];
    sprintf(text, "%f", copysign(NAN, -1.0));
    return text[3];
}
