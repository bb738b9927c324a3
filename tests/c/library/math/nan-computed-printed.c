// The sign of a NaN that is computed is the processor's choice.
// Checked: C11 F.2.1; on x86-64, AddressSanitizer reports the overrun.
//@ engines: auto interp smg hunt template sl horn
#include <math.h>
#include <stdio.h>
int main(void) { //~ NOT-PROVED
    char text[4];
    volatile double zero = 0.0;
    sprintf(text, "%f", zero / zero);
    return text[3];
}
