// A NaN of the library has no sign: three letters and a terminator.
// Checked: glibc; clean under AddressSanitizer.
//@ engines: auto interp smg hunt template sl horn
#include <math.h>
#include <stdio.h>
int main(void) { //~ NOT-VIOLATED
    char text[4];
    sprintf(text, "%f", NAN);
    return text[3];
}
