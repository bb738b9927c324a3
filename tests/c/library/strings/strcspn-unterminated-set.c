// The set of characters has no end.
// Checked: C11 7.24.5.3; AddressSanitizer reports the overrun.
//@ engines: auto interp smg hunt template sl horn
#include <string.h>
int main(void) { //~ NOT-PROVED
    char set[2] = {'p', 'q'};
    return strcspn("xyz", set) != 3;
}
