// There is no stream to ask about.
// Checked: POSIX; the gcc binary dies of SIGSEGV.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
#include <stdio_ext.h>
int main(void) { //~ NOT-PROVED
    return __fpending(0) == 5;
}
