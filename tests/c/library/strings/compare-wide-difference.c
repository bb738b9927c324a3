// A comparison of wide strings promises no more than a sign.
// Checked: C11 7.29.4.4.
//@ engines: auto interp smg hunt template
#include <wchar.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    if (wmemcmp(L"D", L"A", 1) == 3)
        reach_error();
    return 0;
}
