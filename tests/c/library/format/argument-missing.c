// There are fewer arguments than the format names.
// Checked: C11 7.21.6.1p2.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
int main(void) { //~ NOT-PROVED
    printf("%d %d\n", 1);
    return 0;
}
