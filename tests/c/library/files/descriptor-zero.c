// A descriptor may be zero.
// Checked: POSIX open; with standard input closed the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <fcntl.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    if (open("/dev/null", O_RDONLY) == 0)
        reach_error();
    return 0;
}
