// What is flushed may not fit on the disk.
// Checked: C11 7.21 and POSIX; with a full disk (/dev/full) the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    putchar('x');
    if (fflush(stdout) != 0)
        reach_error();
    return 0;
}
