// The sign of a comparison of wide strings is known.
// Checked: C11 7.29.4.4; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template
#include <wchar.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    if (wcscmp(L"D", L"A") <= 0 || wcscmp(L"A", L"D") >= 0 || wcsncmp(L"AD", L"AB", 1) != 0)
        reach_error();
    return 0;
}
