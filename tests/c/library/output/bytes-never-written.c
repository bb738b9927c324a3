// Writing bytes that hold nothing is no decision.
// Checked: C11 6.2.6.1.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
int main(void) { //~ NOT-VIOLATED
    char b[2];
    fwrite(b, 1, 2, stdout);
    return 0;
}
