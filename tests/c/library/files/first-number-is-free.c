// The least number that is free is used.
// Checked: POSIX open; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <fcntl.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    if (close(0))
        return 0;
    int d = open("/dev/null", O_RDONLY);
    if (d > 0)
        reach_error();
}
