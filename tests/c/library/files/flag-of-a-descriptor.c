// The flag of a descriptor stays as it was set.
// Checked: POSIX fcntl; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <fcntl.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    int d = open("/dev/null", O_RDONLY);
    if (d < 0)
        return 0;
    if (fcntl(d, F_SETFD, FD_CLOEXEC) == 0) {
        int r = fcntl(d, F_GETFD);
        if (r >= 0 && r != FD_CLOEXEC)
            reach_error();
    }
    close(d);
}
