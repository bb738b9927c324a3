// There is no string to go on in.
// Checked: C11 7.24.5.8; the gcc binary dies of SIGSEGV.
//@ engines: auto interp smg hunt template sl horn
#include <string.h>
int main(void) { //~ NOT-PROVED
    return strtok(0, ",") != 0;
}
