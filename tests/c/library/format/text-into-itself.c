// A text is not appended to itself by printing it into its own array.
// Checked: C11 7.21.6.6p2.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
int main(void) { //~ NOT-PROVED
    char text[16] = "ab";
    sprintf(text, "%s%s", text, "c");
    return 0;
}
