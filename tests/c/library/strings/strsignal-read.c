// The name of a signal is a string.
// Checked: clean under AddressSanitizer.
//@ engines: auto interp smg hunt template sl horn
#include <signal.h>
#include <string.h>
int main(void) { //~ NOT-VIOLATED
    return strlen(strsignal(SIGSEGV)) > 1000;
}
