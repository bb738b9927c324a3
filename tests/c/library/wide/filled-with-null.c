// wcsncpy fills the rest.
// Checked: the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <wchar.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    wchar_t w[4];
    wcsncpy(w, L"ab", 4);
    if (w[3])
        reach_error();
    return 0;
}
