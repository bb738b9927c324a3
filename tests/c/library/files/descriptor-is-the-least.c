// The least descriptor that is free is used.
// Checked: POSIX open (2.6); the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <fcntl.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    int a = open("/dev/null", O_RDONLY);
    if (a < 0 || close(a) != 0)
        return 0;
    int b = open("/dev/null", O_RDONLY);
    if (b >= 0 && b != a)
        reach_error();
    return 0;
}
