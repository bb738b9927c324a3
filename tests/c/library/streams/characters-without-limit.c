// Input is as long as it likes.
// Checked: AddressSanitizer reports the overrun.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
int main(void) { //~ NOT-PROVED
    char b[8];
    int c, i = 0;
    while ((c = getchar()) != EOF && c != '\n')
        b[i++] = c;
    return 0;
}
