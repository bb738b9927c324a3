// Functions of terminals succeed or fail.
// Checked: POSIX tcgetattr and others; the gcc binary exits with 0.
//@ property: unreach-call
//@ engines: auto interp smg hunt template sl horn
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
extern void reach_error(void);
static void is_status(int result) {
    if (result != 0 && result != -1)
        reach_error();
}
int main(void) { //~ NOT-VIOLATED
    struct termios settings;
    struct winsize size;
    memset(&settings, 0, sizeof settings);
    is_status(tcgetattr(0, &settings));
    is_status(tcsetattr(-1, TCSANOW, &settings));
    is_status(tcflush(-1, TCIFLUSH));
    is_status(tcflow(-1, TCOON));
    is_status(tcdrain(-1));
    is_status(tcsendbreak(-1, 0));
    if (ioctl(0, TIOCGWINSZ, &size) < -1)
        reach_error();
    return 0;
}
