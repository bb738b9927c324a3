// Arguments that the format does not name are evaluated and left alone.
// Checked: C11 7.21.6.1p2.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
int main(void) { //~ NOT-VIOLATED
    printf("%d\n", 1, 2);
    return 0;
}
