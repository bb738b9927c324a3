// A wide string is printed, and does not fit.
// Checked: AddressSanitizer reports the overrun.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
#include <wchar.h>
int main(void) { //~ NOT-PROVED
    char text[4];
    sprintf(text, "%ls", L"abcdef");
    return 0;
}
