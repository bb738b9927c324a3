// What can be written to is open: its number is not given again.
// Checked: POSIX open; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <fcntl.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    if (write(1, "x", 1) == 1) {
        int d = open("/dev/null", O_RDONLY);
        if (d == 1)
            reach_error();
    }
}
