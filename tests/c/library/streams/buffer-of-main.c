// The buffer of a stream is a variable of main, which has returned when the stream is flushed.
// Checked: C11 7.21.5.6p2, note 274.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
int main(void) { //~ NOT-PROVED
    char buffer[BUFSIZ];
    setbuf(stdout, buffer);
    puts("x");
    return 0;
}
