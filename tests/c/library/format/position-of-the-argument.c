// The second argument is printed, and does not fit.
// Checked: POSIX; AddressSanitizer reports the overrun.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
int main(void) { //~ NOT-PROVED
    char text[4];
    sprintf(text, "%2$s%1$s", "a", "longer");
    return 0;
}
