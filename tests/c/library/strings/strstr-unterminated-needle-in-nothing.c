// The string that is looked for has no end, and there is nothing to look in.
// Checked: C11 7.24.5.7; AddressSanitizer reports the overrun.
//@ engines: auto interp smg hunt template sl horn
#include <string.h>
int main(void) { //~ NOT-PROVED
    char needle[2] = {'a', 'b'};
    return strstr("", needle) != 0;
}
