// The name of a signal is longer than this.
// Checked: the sanitizers report the overrun.
//@ engines: auto interp smg hunt template sl horn
#include <signal.h>
#include <string.h>
int main(void) { //~ NOT-PROVED
    char text[8];
    strcpy(text, strsignal(SIGSEGV));
    return 0;
}
