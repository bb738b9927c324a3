// A wide string needs an end.
// Checked: AddressSanitizer reports the overrun.
//@ engines: auto interp smg hunt template sl horn
#include <wchar.h>
int main(void) { //~ NOT-PROVED
    wchar_t w[2] = {'a','b'};
    return (int)wcslen(w);
}
