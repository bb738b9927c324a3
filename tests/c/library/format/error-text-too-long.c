// The text of errno does not fit.
// Checked: AddressSanitizer reports the overrun.
//@ engines: auto interp smg hunt template sl horn
#include <errno.h>
#include <stdio.h>
int main(void) { //~ NOT-PROVED
    char text[8];
    errno = EPERM;
    sprintf(text, "%m");
    return 0;
}
