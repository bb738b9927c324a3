// The number of printed characters is negative if there was an error.
// Checked: C11 7.21 and POSIX; with a full disk (/dev/full) the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
int main(void) { //~ NOT-PROVED
    int a[3] = {0};
    setvbuf(stdout, 0, _IONBF, 0);
    return a[printf("%d\n", 1)];
}
