// Output that failed leaves its mark on the stream.
// Checked: C11 7.21 and POSIX; with a full disk (/dev/full) the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    setvbuf(stdout, 0, _IONBF, 0);
    puts("x");
    if (ferror(stdout))
        reach_error();
    return 0;
}
