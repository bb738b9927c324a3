// The descriptor of a file that was closed is used for the next one.
// Checked: POSIX open; the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <fcntl.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    int a = open("/dev/null", O_RDONLY);
    if (a < 0)
        return 0;
    close(a);
    int b = open("/dev/null", O_RDONLY);
    if (b == a)
        reach_error();
    return 0;
}
