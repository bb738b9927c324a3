// What can be read from is open: its number is not given again.
// Checked: POSIX open; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <fcntl.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    char b;
    if (read(0, &b, 1) >= 0) {
        int d = open("/dev/null", O_RDONLY);
        if (d == 0)
            reach_error();
    }
}
