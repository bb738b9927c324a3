// An infinity with its sign has four characters.
// Checked: AddressSanitizer reports the overrun.
//@ engines: auto interp smg hunt template sl horn
#include <math.h>
#include <stdio.h>
int main(void) { //~ NOT-PROVED
    char b[4];
    sprintf(b, "%f", -INFINITY);
    return 0;
}
