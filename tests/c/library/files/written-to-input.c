// What was opened for reading only cannot be written.
// Checked: POSIX write; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <fcntl.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    int d = open("/dev/null", O_RDONLY);
    if (d < 0)
        return 0;
    if (write(d, "x", 1) != -1)
        reach_error();
    close(d);
}
