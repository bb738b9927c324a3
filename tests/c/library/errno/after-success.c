// A call that succeeds may change errno.
// Checked: POSIX errno, C11 7.5p3.
//@ engines: auto interp smg hunt template sl horn
#include <errno.h>
#include <stdio.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    errno = 0;
    FILE *stream = fopen("/dev/null", "r");
    if (!stream)
        return 0;
    if (errno != 0)
        reach_error();
    fclose(stream);
    return 0;
}
