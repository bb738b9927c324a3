// A comparison of wide strings promises no more than a sign.
// Checked: C11 7.29.4.4; the gcc binary aborts.
//@ engines: auto interp smg hunt template
#include <wchar.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    if (wcsncmp(L"D", L"A", 1) == 1)
        reach_error();
    return 0;
}
