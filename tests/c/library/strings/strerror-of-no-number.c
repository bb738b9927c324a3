// Also a number that is no error has a text.
// Checked: glibc; the sanitizers report the overrun.
//@ engines: auto interp smg hunt template sl horn
#include <errno.h>
#include <string.h>
int main(void) { //~ NOT-PROVED
    char text[16];
    strcpy(text, strerror(-123456789));
    return 0;
}
