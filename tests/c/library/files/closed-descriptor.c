// A descriptor that was closed cannot be read or closed again.
// Checked: POSIX read and close; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <fcntl.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    char c;
    int a = open("/dev/zero", O_RDONLY);
    if (a < 0 || close(a) != 0)
        return 0;
    if (read(a, &c, 1) >= 0 || close(a) == 0)
        reach_error();
    return 0;
}
