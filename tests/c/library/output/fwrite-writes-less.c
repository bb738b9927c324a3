// What is written may not fit on the disk.
// Checked: C11 7.21 and POSIX; with a full disk (/dev/full) the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    char text[4] = "abc";
    if (fwrite(text, 1, 4, stderr) != 4)
        reach_error();
    return 0;
}
