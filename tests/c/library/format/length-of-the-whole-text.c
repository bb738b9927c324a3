// snprintf gives the length that the whole text would have.
// Checked: AddressSanitizer reports the overrun.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
int main(void) { //~ NOT-PROVED
    char b[4];
    int n = snprintf(b, sizeof b, "%d", 12345);
    b[n] = 0;
    return 0;
}
