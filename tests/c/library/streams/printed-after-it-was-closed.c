// The standard output is used after it was closed.
// Checked: C11 7.21.3p4.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
int main(void) { //~ NOT-PROVED
    fclose(stdout);
    fputs("x", stdout);
    return 0;
}
