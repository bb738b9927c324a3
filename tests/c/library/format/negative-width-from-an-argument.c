// A negative width is one to the left.
// Checked: AddressSanitizer reports the overrun.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
int main(void) { //~ NOT-PROVED
    char b[8];
    sprintf(b, "%*d", -8, 1);
    return 0;
}
