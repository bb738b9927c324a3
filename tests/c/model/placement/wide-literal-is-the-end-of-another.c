// Wide literals may share memory, too.
// Checked: C11 6.4.5p7; the gcc binary with -O2 reaches the error.
//@ engines: auto interp smg hunt template sl horn
#include <wchar.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    const wchar_t *a = L"xabc", *b = L"abc";
    if (a + 1 == b)
        reach_error();
    return 0;
}
