// A format that the program writes is not the one that it began with.
// Checked: AddressSanitizer and gcc: %s reads address 1.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
static char format[] = "%d\n";
int main(void) { //~ NOT-PROVED
    format[1] = 's';
    printf(format, 1);
    return 0;
}
