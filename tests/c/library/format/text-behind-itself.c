// A text is printed behind its terminator.
// Checked: C11 7.21.6.6; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
#include <string.h>
int main(void) { //~ NOT-VIOLATED
    char text[16] = "ab";
    sprintf(text + 3, "%s%s", text, "c");
    return strcmp(text + 3, "abc");
}
