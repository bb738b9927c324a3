// A variable of the environment that is measured before it is copied.
// Checked: clean under AddressSanitizer.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
#include <string.h>
int main(void) { //~ NOT-VIOLATED
    char b[16];
    char *e = getenv("HOME");
    if (e && strlen(e) < 16)
        strcpy(b, e);
    return 0;
}
