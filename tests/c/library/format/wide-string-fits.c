// A wide string is printed, and fits.
// Checked: clean under AddressSanitizer.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
#include <wchar.h>
int main(void) { //~ NOT-VIOLATED
    char text[4];
    sprintf(text, "%ls", L"abc");
    return 0;
}
