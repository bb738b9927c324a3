// strncat adds a null character.
// Checked: AddressSanitizer reports the overrun.
//@ engines: auto interp smg hunt template sl horn
#include <string.h>
int main(void) { //~ NOT-PROVED
    char b[6] = "abc";
    strncat(b, "defgh", 3);
    return 0;
}
