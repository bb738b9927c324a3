// Strings that are equal so far are read further.
// Checked: AddressSanitizer reports the overrun.
//@ engines: auto interp smg hunt template sl horn
#include <string.h>
int main(void) { //~ NOT-PROVED
    char a[2] = {'a','b'}, b[2] = {'a','b'};
    return strncmp(a, b, 3);
}
