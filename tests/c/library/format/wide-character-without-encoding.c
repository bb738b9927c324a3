// A wide character that the locale cannot encode makes the call fail.
// Checked: the gcc binary aborts.
//@ property: unreach-call
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
#include <wchar.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    char b[40];
    if (sprintf(b, "%lc", (wint_t)0x20ac) == -1)
        reach_error();
}
