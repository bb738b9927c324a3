// A wide character of ASCII is printed as one byte.
// Checked: the gcc binary exits with 0.
//@ property: unreach-call valid-deref
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
#include <wchar.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    char b[5];
    if (sprintf(b, "%lc%ls", (wint_t)'w', L"xyz") != 4)
        reach_error();
}
