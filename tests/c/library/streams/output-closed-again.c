// The standard output is closed twice.
// Checked: C11 7.21.3p4.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
int main(void) { //~ NOT-PROVED
    fclose(stdout);
    fclose(stdout);
    return 0;
}
