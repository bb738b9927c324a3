// Each function of terminals may fail.
// Checked: POSIX; the gcc binary aborts where the standard input is no terminal.
//@ property: unreach-call
//@ engines: auto interp smg hunt template sl horn
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    struct termios settings;
    struct winsize size;
    memset(&settings, 0, sizeof settings);
    if (tcgetattr(0, &settings) < 0 && tcsetattr(0, TCSANOW, &settings) < 0 && tcflush(0, TCIFLUSH) < 0 && tcflow(0, TCOON) < 0
        && tcdrain(0) < 0 && tcsendbreak(0, 0) < 0 && ioctl(0, TIOCGWINSZ, &size) < 0)
        reach_error();
    return 0;
}
