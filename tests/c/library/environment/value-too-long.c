// A variable that was set has the value that it was given, which is longer than this.
// Checked: POSIX setenv; the sanitizers report the overrun.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
#include <string.h>
int main(void) { //~ NOT-PROVED
    char text[4];
    if (setenv("FAFNIR", "longer than that", 1) != 0)
        return 0;
    strcpy(text, getenv("FAFNIR"));
    return 0;
}
