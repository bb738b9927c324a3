// A number that was not read may be anything.
// Checked: AddressSanitizer reports the overrun.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
int main(void) { //~ NOT-PROVED
    unsigned i;
    int a[4] = {0};
    scanf("%u", &i);
    return a[i & 7];
}
