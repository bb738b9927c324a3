// The buffer of a stream is written when the stream is.
// Checked: C11 7.21.5.6p2 (its content is indeterminate); the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
extern void reach_error(void);
static char buffer[BUFSIZ];
int main(void) { //~ NOT-PROVED
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    putchar('x');
    if (buffer[0] == 'x')
        reach_error();
    return 0;
}
