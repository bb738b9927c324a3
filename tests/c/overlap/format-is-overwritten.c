// The format lies where the text is written.
// Checked: C11 7.21.6.6p2.
//@ property: no-overlap
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
int main(void) { //~ NOT-PROVED
    char b[20] = "x%d";
    sprintf(b, b, 5);
    return b[0];
}
