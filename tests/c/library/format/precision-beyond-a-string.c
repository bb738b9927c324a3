// One character more, and the end is looked for.
// Checked: AddressSanitizer reports the overrun.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
int main(void) { //~ NOT-PROVED
    char a[3] = {'a','b','c'};
    char b[8];
    sprintf(b, "%.4s", a);
    return 0;
}
