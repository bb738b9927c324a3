// There is no argument for the string.
// Checked: C11 7.21.6.1p2; the gcc binary dies of SIGSEGV or prints what is there.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
int main(void) { //~ NOT-PROVED
    printf("%s\n");
    return 0;
}
