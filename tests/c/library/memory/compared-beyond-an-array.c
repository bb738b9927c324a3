// memcmp may read all that it is given, also behind a difference.
// Checked: AddressSanitizer reports the overrun.
//@ engines: auto interp smg hunt template sl horn
#include <string.h>
int main(void) { //~ NOT-PROVED
    char a[2] = {'a','b'}, b[4] = {'x','b','c','d'};
    return memcmp(a, b, 4) > 0;
}
