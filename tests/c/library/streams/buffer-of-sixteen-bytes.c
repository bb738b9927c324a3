// setbuf takes the buffer to have BUFSIZ bytes.
// Checked: AddressSanitizer reports the overrun.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
int main(void) { //~ NOT-PROVED
    static char b[16];
    setbuf(stdout, b);
    for (int i = 0; i < 100; i++)
        puts("aaaaaaaaaa");
    return 0;
}
