// A stream takes the least number, and the next file another one.
// Checked: POSIX fopen and open; the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    close(0);
    FILE *f = fopen("/dev/null", "r");
    if (!f)
        return 0;
    int d = open("/dev/null", O_RDONLY);
    if (d > 0)
        reach_error();
}
