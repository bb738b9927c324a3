// A copy of a descriptor is another one.
// Checked: POSIX dup; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <fcntl.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    int a = open("/dev/null", O_RDONLY);
    if (a < 0)
        return 0;
    int b = dup(a);
    if (b == a)
        reach_error();
    return 0;
}
