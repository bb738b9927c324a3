// The buffer of a stream lives as long as the stream.
// Checked: C11 7.21.5.6; clean under AddressSanitizer and valgrind.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
static char buffer[BUFSIZ];
int main(void) { //~ NOT-VIOLATED
    setbuf(stdout, buffer);
    puts("x");
    return 0;
}
