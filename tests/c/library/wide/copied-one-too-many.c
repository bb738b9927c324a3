// The null character has to fit, too.
// Checked: AddressSanitizer reports the overrun.
//@ engines: auto interp smg hunt template sl horn
#include <wchar.h>
int main(void) { //~ NOT-PROVED
    wchar_t w[2];
    wcscpy(w, L"ab");
    return 0;
}
