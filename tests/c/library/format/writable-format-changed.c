// A format that the program writes is not the one that it began with.
// Checked: AddressSanitizer and gcc: %s reads address 1.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
int main(void) { //~ NOT-PROVED
    char format[] = "%d\n";
    format[1] = 's';
    printf(format, 1);
    return 0;
}
