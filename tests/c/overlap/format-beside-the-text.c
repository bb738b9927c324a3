// The format lies beside the text, in the same object.
// Checked: C11 7.21.6.6p2; the gcc binary exits with 0.
//@ property: no-overlap
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
int main(void) { //~ NOT-VIOLATED
    char b[20] = "x%d";
    sprintf(b + 4, b, 5);
    return b[0] != 'x';
}
