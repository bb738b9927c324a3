// A variable of the environment may be long.
// Checked: AddressSanitizer reports the overrun.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
#include <string.h>
int main(void) { //~ NOT-PROVED
    char b[16];
    char *e = getenv("HOME");
    if (e)
        strcpy(b, e);
    return 0;
}
