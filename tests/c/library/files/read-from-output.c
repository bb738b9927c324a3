// What was opened for writing only cannot be read.
// Checked: POSIX read; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <fcntl.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    char b;
    int d = open("/dev/null", O_WRONLY);
    if (d < 0)
        return 0;
    if (read(d, &b, 1) != -1)
        reach_error();
    close(d);
}
