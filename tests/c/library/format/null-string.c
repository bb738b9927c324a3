// There is no string at null.
// Checked: C11 7.1.4; glibc writes six characters, which AddressSanitizer reports.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
int main(void) { //~ NOT-PROVED
    char b[4];
    char *s = 0;
    sprintf(b, "%s", s);
    return 0;
}
