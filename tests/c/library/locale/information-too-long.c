// The name of a character set is longer than this.
// Checked: glibc: ANSI_X3.4-1968; the sanitizers report the overrun.
//@ engines: auto interp smg hunt template sl horn
#include <langinfo.h>
#include <string.h>
int main(void) { //~ NOT-PROVED
    char text[4];
    strcpy(text, nl_langinfo(CODESET));
    return 0;
}
