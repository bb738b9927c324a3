// A descriptor is open for what it was opened for.
// Checked: POSIX fcntl; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <fcntl.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    int d = open("/dev/null", O_RDONLY);
    if (d < 0)
        return 0;
    int r = fcntl(d, F_GETFL);
    if (r >= 0 && (r&O_ACCMODE) != O_RDONLY)
        reach_error();
    close(d);
}
