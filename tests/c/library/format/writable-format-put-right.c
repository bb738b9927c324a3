// A format that the program writes is not the one that it began with.
// Checked: clean under AddressSanitizer.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
static char format[] = "%s\n";
int main(void) { //~ NOT-VIOLATED
    format[1] = 'd';
    printf(format, 1);
    return 0;
}
