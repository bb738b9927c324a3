// The argument is no character.
// Checked: C11 7.4p1; the gcc binary dies of SIGSEGV.
//@ engines: auto interp smg hunt template sl horn
#include <ctype.h>
int main(void) { //~ NOT-PROVED
    int c = 100000000;
    return isalpha(c) != 0;
}
