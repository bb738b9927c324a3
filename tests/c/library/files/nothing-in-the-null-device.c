// The null device is always at its end.
// Checked: null(4); the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <fcntl.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    char c;
    int d = open("/dev/null", O_RDONLY);
    if (d < 0)
        return 0;
    if (read(d, &c, 1) > 0)
        reach_error();
    close(d);
}
