// A wide string with a character that the locale cannot encode makes the call fail.
// Checked: the gcc binary aborts.
//@ property: unreach-call
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
#include <wchar.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    char b[40];
    if (snprintf(b, sizeof b, "%ls", L"a\x20ac") < 0)
        reach_error();
}
