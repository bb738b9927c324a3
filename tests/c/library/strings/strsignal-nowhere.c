// Also a number that is no signal has a name.
// Checked: glibc; the sanitizers report the overrun.
//@ engines: auto interp smg hunt template sl horn
#include <signal.h>
#include <string.h>
int main(void) { //~ NOT-PROVED
    char text[20];
    strcpy(text, strsignal(1234567));
    return 0;
}
