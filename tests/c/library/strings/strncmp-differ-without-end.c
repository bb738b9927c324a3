// Strings are not read behind the first difference.
// Checked: clean under AddressSanitizer.
//@ engines: auto interp smg hunt template sl horn
#include <string.h>
int main(void) { //~ NOT-VIOLATED
    char a[2] = {'a','b'}, b[2] = {'a','c'};
    return strncmp(a, b, 3) > 0;
}
