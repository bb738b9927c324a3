// Nothing may be written to the end of an array.
// Checked: C11 7.1.4.
//@ engines: auto interp smg hunt template sl horn
#include <string.h>
int main(void) { //~ NOT-VIOLATED
    char a[4];
    memset(a + 4, 0, 0);
    return 0;
}
