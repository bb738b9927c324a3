// There is no stream to ask about.
// Checked: POSIX; the gcc binary dies of SIGSEGV.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
#include <wchar.h>
int main(void) { //~ NOT-PROVED
    return fwide(0, 0) == 5;
}
