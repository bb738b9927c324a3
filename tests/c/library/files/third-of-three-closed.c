// A descriptor that was closed cannot be closed again.
// Checked: POSIX close; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <fcntl.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    int d[3];
    for (int i = 0; i < 3; i++) {
        d[i] = open("/dev/null", O_RDONLY);
        if (d[i] < 0)
            return 0;
    }
    for (int i = 0; i < 3; i++)
        if (close(d[i]))
            return 0;
    if (close(d[2]) == 0)
        reach_error();
}
