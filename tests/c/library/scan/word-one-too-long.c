// A width does not count the null character.
// Checked: AddressSanitizer reports the overrun.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
int main(void) { //~ NOT-PROVED
    char b[4];
    sscanf("abcdef", "%4s", b);
    return 0;
}
