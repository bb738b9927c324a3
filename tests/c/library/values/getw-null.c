// There is no stream to read from.
// Checked: POSIX; the gcc binary dies of SIGSEGV.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
int getw(FILE *stream);
int main(void) { //~ NOT-PROVED
    return getw(0) == 5;
}
