// Output that succeeds may change errno.
// Checked: C11 7.5p3, POSIX errno.
//@ engines: auto interp smg hunt template sl horn
#include <errno.h>
#include <stdio.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    errno = 0;
    if (puts("x") >= 0 && errno != 0)
        reach_error();
    return 0;
}
