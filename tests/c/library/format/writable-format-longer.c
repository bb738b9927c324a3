// The format grows, and what is printed no longer fits.
// Checked: AddressSanitizer reports the overrun.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
static char format[] = "%d";
int main(void) { //~ NOT-PROVED
    char text[4];
    format[1] = 'f';
    sprintf(text, format, 1.5);
    return 0;
}
