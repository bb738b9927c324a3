// Two files that are open have different descriptors.
// Checked: POSIX open; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <fcntl.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    int a = open("/dev/null", O_RDONLY);
    int b = open("/dev/null", O_RDONLY);
    if (a >= 0 && a == b)
        reach_error();
    return 0;
}
